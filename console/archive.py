"""Texts as one ZIP file: the same texts give the same bytes."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The earliest time a ZIP file can tell; when it was made is no part of the results."""


def zipped(texts: Mapping[str, str], *, folder: str) -> bytes:
    """Every text as a file in `folder`."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name in sorted(texts):
            info = ZipInfo(f"{folder}/{name}", BEGINNING)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, texts[name])
    return file.getvalue()
