from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("crowd", "0007_findings")]

    operations = [
        migrations.AlterField(
            model_name="call",
            name="state",
            field=models.CharField(
                choices=[
                    ("pending", "Pending"),
                    ("done", "Done"),
                    ("failed", "failed: needs a person"),
                    ("overtaken", "overtaken: no longer to be done"),
                ],
                default="pending",
                max_length=9,
            ),
        )
    ]
