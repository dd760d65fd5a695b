"""Qualification types, who holds them, who asked for them, and the HIT types that name them."""

import django.db.models.deletion
import marketplace.identifiers
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('marketplace', '0002_bonuses_blocks_messages'),
    ]

    operations = [
        migrations.CreateModel(
            name='QualificationType',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=marketplace.identifiers.new_entity_id, max_length=30, unique=True)),
                ('name', models.CharField(max_length=200)),
                ('description', models.TextField()),
                ('keywords', models.TextField(blank=True)),
                ('status', models.CharField(choices=[('Active', 'Active'), ('Inactive', 'Inactive')], max_length=8)),
                ('retry_delay_s', models.BigIntegerField(null=True)),
                ('auto_granted', models.BooleanField(default=False)),
                ('auto_granted_value', models.IntegerField(default=1)),
                ('created_at', models.DateTimeField()),
                ('listed_at', models.DateTimeField()),
                ('deleted_at', models.DateTimeField(null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualification_types', to='marketplace.account')),
            ],
        ),
        migrations.CreateModel(
            name='QualificationRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=marketplace.identifiers.new_entity_id, max_length=30, unique=True)),
                ('state', models.CharField(choices=[('Pending', 'Pending'), ('Granted', 'Granted'), ('Rejected', 'Rejected')], default='Pending', max_length=8)),
                ('reason', models.TextField(blank=True)),
                ('submitted_at', models.DateTimeField()),
                ('worker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualification_requests', to='marketplace.worker')),
                ('kind', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='requests', to='marketplace.qualificationtype')),
            ],
        ),
        migrations.CreateModel(
            name='Qualification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=marketplace.identifiers.new_entity_id, max_length=30, unique=True)),
                ('value', models.IntegerField()),
                ('status', models.CharField(choices=[('Granted', 'Granted'), ('Revoked', 'Revoked')], default='Granted', max_length=8)),
                ('granted_at', models.DateTimeField()),
                ('reason', models.TextField(blank=True)),
                ('worker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualifications', to='marketplace.worker')),
                ('kind', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualifications', to='marketplace.qualificationtype')),
            ],
        ),
        migrations.AddField(
            model_name='hittype',
            name='qualification_types',
            field=models.ManyToManyField(related_name='hit_types', to='marketplace.qualificationtype'),
        ),
        migrations.AddConstraint(
            model_name='qualificationtype',
            constraint=models.UniqueConstraint(condition=models.Q(('deleted_at', None)), fields=('account', 'name'), name='one_qualification_type_per_name'),
        ),
        migrations.AddConstraint(
            model_name='qualificationrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'Pending')), fields=('kind', 'worker'), name='one_pending_request_per_worker'),
        ),
        migrations.AddConstraint(
            model_name='qualification',
            constraint=models.UniqueConstraint(fields=('kind', 'worker'), name='one_qualification_per_worker'),
        ),
    ]
