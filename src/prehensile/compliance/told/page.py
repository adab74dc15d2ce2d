"""Pieces of a page that is whole in itself: no link, no script, everything from a file escaped."""

import html
from collections.abc import Sequence

STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;"
    "color:#222}h2{margin-top:2.2rem;border-bottom:2px solid #eee}"
    "table{border-collapse:collapse;margin:1rem 0;font-size:.9rem}"
    "td,th{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:right;"
    "vertical-align:bottom}td:first-child,th:first-child{text-align:left}"
    "table.words td,table.words th{text-align:left}"
    "figure{display:inline-block;margin:.4rem;vertical-align:top}"
    "figcaption{font-size:.8rem;max-width:19rem}"
    "figure.left-out svg{opacity:.75}figure.left-out figcaption{color:#a33}"
    "figure.wide figcaption{max-width:none}p.note{color:#555;font-size:.9rem;max-width:48rem}"
    "svg{max-width:100%;height:auto}summary{cursor:pointer}"
)


def page_html(title: str, parts: Sequence[str]) -> str:
    """The whole file; parts are HTML already."""
    name = html.escape(title)
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>{name}</title><style>{STYLE}</style></head><body><h1>{name}</h1>",
            *(part for part in parts if part),
            "</body></html>",
        ]
    )


def table_html(head: Sequence[str], rows: Sequence[Sequence[str]], words: bool = False) -> str:
    """A table; everything is escaped. Of ``words`` it is set flush left, of numbers right."""
    cells = "".join(f"<th>{html.escape(h)}</th>" for h in head)
    lines = "".join(
        "<tr>" + "".join(f"<td>{html.escape(c)}</td>" for c in row) + "</tr>" for row in rows
    )
    kind = ' class="words"' if words else ""
    return f"<table{kind}><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>"


def figure_html(drawing: str, caption: str, kind: str = "") -> str:
    """A drawing that is SVG already, and its caption, which is escaped.

    Args:
        drawing: SVG.
        caption: words.
        kind: ``left-out`` or ``wide`` for another look.
    """
    look = f' class="{kind}"' if kind else ""
    return f"<figure{look}>{drawing}<figcaption>{html.escape(caption)}</figcaption></figure>"


def note_html(words: str) -> str:
    """A paragraph that explains, escaped."""
    return f'<p class="note">{html.escape(words)}</p>'
