"""``prehensile spell TEXT``: fingerspelling as a picture and a clip."""

from typing import Annotated

import typer

from prehensile.cli.grammar.grouped import grouped
from prehensile.cli.grammar.options import (
    OUT,
    PLAIN_LOOK,
    AssetsOption,
    HandOption,
    Look,
    OutOption,
)
from prehensile.errors import InputError


@grouped
def command(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="Letters A to Z, digits and spaces.")
    ] = "",
    alphabet: Annotated[
        bool, typer.Option("--alphabet", help="All letters and digits instead of a text.")
    ] = False,
    hand: HandOption = None,
    assets: AssetsOption = None,
    look: Look = PLAIN_LOOK,
    letter_time: Annotated[
        float, typer.Option("--letter-time", metavar="S", help="Time per sign [seconds].")
    ] = 0.6,
    rate: Annotated[
        float, typer.Option("--rate", metavar="HZ", help="Frames per second of the clip.")
    ] = 60.0,
    out: OutOption = OUT,
) -> None:
    """Spell a text in American Sign Language's finger alphabet.

    Writes spell.npz (the clip) and spell.png (one picture per sign, as the reader in front of the
    signer sees it). J and Z are drawn in the air; a space relaxes the hand; a doubled letter slides
    outwards.
    """
    from prehensile.atomic import output_folder
    from prehensile.cli.grammar.dressed import dressed_hand
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.draw.probe import drawing_backend
    from prehensile.motion.spell.letters import sign, signs
    from prehensile.motion.spell.spelling import check_pace, checked_text, spell

    if alphabet and text:
        raise InputError(f"give a TEXT or --alphabet, not both; got {text!r} too.")
    characters = "".join(signs()) if alphabet else checked_text(text)
    check_pace(rate, letter_time)
    the_hand, _, dress = dressed_hand(hand, look, assets)
    folder = output_folder(out)
    with progress_bar("spelling") as bar:
        clip = dress.on(spell(characters, the_hand, rate_hz=rate, letter_time=letter_time))
        written = [clip.save(folder / "spell.npz")]
        drawing = drawing_backend()
        if drawing.works:
            from prehensile.draw.spelling_sheet import draw_spelling_sheet

            bar.describe("drawing")
            sheet = folder / "spell.png"
            written.append(draw_spelling_sheet(the_hand, characters, sheet, dress=dress))
    for character, start, end in clip.meta["phases"]:
        title = "pause" if character == " " else sign(character).title
        typer.echo(f"{character}  {start:6.2f} to {end:6.2f} s  {title}")
    typer.echo("wrote " + ", ".join(str(path) for path in written))
    if not drawing.works:
        typer.echo(f"no picture: {drawing.reason}; prehensile doctor says what to install.")
