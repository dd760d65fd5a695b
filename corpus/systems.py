"""The systems of a dataset: who wrote its summaries."""

from collections.abc import Iterable

from corpus.content import DocumentContent
from corpus.models import Dataset, System
from corpus.problems import Problems


def store_systems(
    dataset: Dataset, placed: Iterable[tuple[str, DocumentContent]], problems: Problems
) -> dict[str, System]:
    """Add the systems that are new; returns all by name.

    A dataset has at most one reference, and a system never turns into it: otherwise it is noted
    in `problems`, once a system.
    """
    systems = {system.name: system for system in dataset.systems.all()}
    told: set[str] = set()
    for place, content in placed:
        for summary in content.summaries:
            name, is_reference = summary.system, summary.is_reference
            references = [system.name for system in systems.values() if system.is_reference]
            if name not in systems and not (is_reference and references):
                systems[name] = System.objects.create(
                    dataset=dataset, name=name, is_reference=is_reference
                )
            elif name not in told and (name in references) != is_reference:
                told.add(name)
                one = f"'{references[0]}'" if references else "none"
                problems.add(place, f"'{name}': dataset '{dataset}' has as its reference {one}")
    return systems
