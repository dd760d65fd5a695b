"""The annotation application: tells the crowd room what a highlight HIT is."""

from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    name = "annotation"

    def ready(self) -> None:
        # Models cannot be imported before all applications are loaded.
        from annotation.meetings import highlighting, raters
        from annotation.models import KIND
        from annotation.submissions import ingest
        from annotation.tasks import aggregate_items
        from crowd.kinds import Kind, register

        register(
            Kind(
                name=KIND,
                label="Highlights",
                url_name="annotation:highlights",
                ingest=ingest,
                refresh=lambda item_ids: aggregate_items.delay(list(item_ids)),
                showing=highlighting,
                bars=raters,
            )
        )
