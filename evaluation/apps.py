"""The evaluation application: tells the crowd room what its kinds of HIT are."""

from collections.abc import Iterable

from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    name = "evaluation"

    def ready(self) -> None:
        # Models cannot be imported before all applications are loaded.
        from crowd.kinds import Kind, register
        from evaluation.ingesting import ingest_content, ingest_quality
        from evaluation.meetings import rating_content, rating_quality
        from evaluation.models import CONTENT, QUALITY

        for name, label, ingest, showing in (
            (CONTENT, "Content", ingest_content, rating_content),
            (QUALITY, "Fluency and clarity", ingest_quality, rating_quality),
        ):
            register(
                Kind(
                    name=name,
                    label=label,
                    url_name=f"evaluation:{name}",
                    ingest=ingest,
                    refresh=nothing_to_recompute,
                    allocates=True,
                    showing=showing,
                )
            )


def nothing_to_recompute(item_ids: Iterable[int]) -> None:
    """Results are computed from the ratings when somebody asks for them."""
