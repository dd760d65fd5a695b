"""Bonuses, worker blocks, and an index for the messages of a worker."""

import django.db.models.deletion
import marketplace.identifiers
import marketplace.models.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('marketplace', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Bonus',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=marketplace.identifiers.new_entity_id, max_length=30, unique=True)),
                ('amount', marketplace.models.fields.MoneyField()),
                ('fee', marketplace.models.fields.MoneyField()),
                ('reason', models.TextField()),
                ('granted_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='WorkerBlock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=marketplace.identifiers.new_entity_id, max_length=30, unique=True)),
                ('reason', models.TextField()),
                ('blocked_at', models.DateTimeField()),
                ('lifted_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['worker', '-id'], name='message_lists'),
        ),
        migrations.AddField(
            model_name='bonus',
            name='assignment',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bonuses', to='marketplace.assignment'),
        ),
        migrations.AddField(
            model_name='workerblock',
            name='account',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to='marketplace.account'),
        ),
        migrations.AddField(
            model_name='workerblock',
            name='worker',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to='marketplace.worker'),
        ),
        migrations.AddConstraint(
            model_name='bonus',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='a_bonus_pays_something'),
        ),
        migrations.AddConstraint(
            model_name='workerblock',
            constraint=models.UniqueConstraint(condition=models.Q(('lifted_at', None)), fields=('account', 'worker'), name='one_block_at_a_time'),
        ),
    ]
