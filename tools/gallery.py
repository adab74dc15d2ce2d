"""Build a page of players: every clip that the examples leave, and a grasp of every object.

python tools/gallery.py [--out out/gallery]

Clips are made once and kept beside the page; remove the folder to start again.
"""

import argparse
import html
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import prehensile
from prehensile.atomic import atomic_path
from prehensile.draw.picture import draw_frame
from prehensile.draw.probe import drawing_backend
from prehensile.export.html import player_page
from prehensile.motion.clip import Clip
from prehensile.world.catalogue import CATALOGUE

EXAMPLES = Path(__file__).parents[1] / "examples"
NEEDS_A_FILE = {"06_your_own_hand.py"}
"""Examples that want somebody else's model."""
RATE = 60.0
"""[Hz] of the players; a screen shows no more."""
POSTER = (480, 360)


def main() -> None:
    """Make what is missing, then the index."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("out/gallery"))
    out = parser.parse_args().out
    clips = out / "clips"
    clips.mkdir(parents=True, exist_ok=True)
    run_examples(clips)
    grasp_everything(clips)
    cards = [add_player(path, out) for path in sorted(clips.glob("*.npz"))]
    with atomic_path(out / "index.html") as temporary:
        temporary.write_text(PAGE.replace("__CARDS__", "\n".join(cards)), "utf-8")
    print(f"wrote {out / 'index.html'}: {len(cards)} players")


def run_examples(clips: Path) -> None:
    """Run every example in an empty folder and keep the clips that it writes."""
    for example in sorted(EXAMPLES.glob("[0-9]*.py")):
        done = clips / f".{example.stem}"
        if example.name in NEEDS_A_FILE or done.exists():
            continue
        print(f"running {example.name}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                [sys.executable, str(example.resolve())],
                cwd=folder,
                env=os.environ,
                check=True,
                stdout=subprocess.DEVNULL,
            )
            for found in sorted(Path(folder).rglob("*.npz")):
                Clip.load(found).save(clips / f"{example.stem}_{found.name}")
        done.touch()


def grasp_everything(clips: Path) -> None:
    """A grasp of each object of the catalogue."""
    for name in CATALOGUE:
        path = clips / f"{name}.npz"
        if not path.exists():
            print(f"grasping {name}", flush=True)
            prehensile.grasp(name).save(path)


def add_player(path: Path, out: Path) -> str:
    """Write a clip's page and poster; returns its card for the index."""
    clip, name = Clip.load(path), path.stem
    page, poster = out / f"{name}.html", out / f"{name}.png"
    with atomic_path(page) as temporary:
        temporary.write_text(player_page(clip.resample(RATE), name), "utf-8")
    picture = ""
    if drawing_backend().works:
        draw_frame(clip, -1, poster, POSTER, level=1)
        picture = f'<img src="{html.escape(poster.name)}" alt="" loading="lazy">'
    verdict = html.escape(str(clip.verdict or f"{clip.duration:.1f} s"))
    title = html.escape(name.replace("_", " "))
    return (
        f'<article><a href="{html.escape(page.name)}">{picture}<h2>{title}</h2></a>'
        f"<p>{verdict}</p></article>"
    )


PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Prehensile: gallery</title>
<style>
  body { margin: 0; font: 16px/1.45 system-ui, sans-serif; background: #f6f4f0; color: #24211d }
  header { padding: 2.2rem 1.5rem 0.6rem; max-width: 76rem; margin: auto }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1rem;
    padding: 1rem 1.5rem 3rem; max-width: 76rem; margin: auto }
  article { background: #fff; border-radius: 14px; overflow: hidden; box-shadow: 0 1px 4px #0002 }
  article img { width: 100%; aspect-ratio: 4 / 3; display: block }
  a { color: inherit; text-decoration: none }
  a:hover h2, a:focus-visible h2 { text-decoration: underline }
  h1 { font-size: 1.7rem; margin: 0 } h2 { font-size: 1.05rem; margin: 0.7rem 1rem 0 }
  p { margin: 0.1rem 1rem 0.9rem; color: #6b655c; font-size: 0.9rem }
  header p { margin: 0.2rem 0 0 }
  dialog { border: 0; padding: 0; width: min(72rem, 94vw); height: min(48rem, 88vh);
    border-radius: 14px; overflow: hidden }
  dialog::backdrop { background: #000a }
  button { position: absolute; right: 0.7rem; top: 0.7rem; border: 0; border-radius: 99px;
    width: 2.2rem; height: 2.2rem; font-size: 1.2rem; background: #fffc; cursor: pointer }
  iframe { border: 0; width: 100%; height: 100%; display: block }
</style>
<header><h1>Gallery</h1><p>Physical grasps. Choose one to play it; Escape closes it.</p></header>
<main>
__CARDS__
</main>
<dialog aria-label="player"><button aria-label="close" autofocus>×</button></dialog>
<script>
  // One player at a time: a browser draws in about a dozen 3D views at once, not in thirty.
  const dialog = document.querySelector("dialog");
  const button = dialog.querySelector("button");
  button.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.replaceChildren(button));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  for (const link of document.querySelectorAll("article a"))
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const frame = document.createElement("iframe");
      frame.src = link.href;
      frame.title = link.textContent;
      dialog.replaceChildren(frame, button);
      dialog.showModal();
    });
</script>
</html>
"""


if __name__ == "__main__":
    main()
