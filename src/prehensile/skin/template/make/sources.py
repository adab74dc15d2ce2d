"""The template's stamp: a digest of the code that makes it."""

from prehensile.cache import code_digest


def sources_digest() -> str:
    """Where it differs from the template's own stamp, that code changed after the file was made."""
    return code_digest("skin.template.make.template")
