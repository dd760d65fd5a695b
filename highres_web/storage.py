"""Static files under names that change with their content, compressed once.

A browser may keep such a file for ever, so a page that was seen before loads nothing but itself.
"""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Also rewrites the imports inside our ES modules, which Django leaves alone by default."""

    support_js_module_import_aggregation = True
