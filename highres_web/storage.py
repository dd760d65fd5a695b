"""Static files under names that change with their content, compressed once, each script whole.

A browser may keep such a file for ever, so a page that was seen before loads nothing but itself.
"""

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from .linking import link


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Joins our ES modules, then names and compresses files. import("...") gets the new names."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        yield from super().post_process({**paths, **self._linked(paths)}, *args, **options)

    def _linked(self, paths: dict[str, Any]) -> dict[str, Any]:
        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return file.read().decode()

        scripts = [name for name in paths if name.endswith(".js") and "\nimport " in read(name)]
        texts = {name: link(name, read) for name in scripts}
        for name, text in texts.items():
            self.delete(name)
            self.save(name, ContentFile(text))
        return {name: (self, name) for name in texts}
