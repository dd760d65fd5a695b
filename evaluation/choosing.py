"""What a new batch is to be about: summaries by dataset, documents and systems."""

from collections.abc import Sequence
from secrets import randbits

from annotation.batches import some_of
from corpus.models import Dataset, Document, Summary, System
from crowd.batches import BatchError

SEED_BITS = 32


def chosen_systems(
    dataset: Dataset, names: Sequence[str] | None, *, with_reference: bool = True
) -> list[System]:
    """Those named, or all, the reference among them only if asked for. Raises BatchError."""
    systems = {system.name: system for system in dataset.systems.all()}
    reference = [system.name for system in systems.values() if system.is_reference]
    if unknown := [name for name in names or () if name not in systems]:
        known = some_of(sorted(systems)) if systems else "none"
        problem = f"dataset '{dataset}' has no system {some_of(unknown)}; its systems: {known}"
        raise BatchError(("systems", problem))
    if names is None:
        names = [name for name in systems if with_reference or name not in reference]
    elif not with_reference and (asked := [name for name in names if name in reference]):
        problem = f"system {asked[0]!r} is the reference, which is not rated against itself"
        raise BatchError(("systems", problem))
    if not names:
        raise BatchError(("systems", f"dataset '{dataset}' has no system to be rated"))
    return [systems[name] for name in dict.fromkeys(names)]


def chosen_summaries(
    documents: Sequence[Document], systems: Sequence[System]
) -> dict[tuple[int, int], Summary]:
    """By (document, system), in the order of the documents; some may not exist."""
    rows = Summary.objects.filter(
        document__dataset=systems[0].dataset_id, system__in=systems
    ).select_related("system")
    by_pair = {(row.document_id, row.system_id): row for row in rows}
    pairs = [(document.pk, system.pk) for document in documents for system in systems]
    return {pair: by_pair[pair] for pair in pairs if pair in by_pair}


def chosen_seed(seed: int | None) -> int:
    """Raises BatchError for a seed that cannot be stored."""
    if seed is None:
        return randbits(SEED_BITS)
    if type(seed) is not int or not 0 <= seed < 2**63:
        problem = f"seed must be a whole number from 0 to 2^63 - 1, got {seed!r}"
        raise BatchError(("seed", problem))
    return seed
