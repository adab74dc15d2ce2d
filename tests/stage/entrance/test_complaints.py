"""One line a cause and minute."""

from prehensile.stage.entrance.complaints import MOST_CAUSES, PAUSE, Complaints


class Log:
    def __init__(self):
        self.lines, self.now = [], 0.0
        self.complaints = Complaints(self.lines.append, lambda: self.now)
        self.say = self.complaints.say


def test_a_repeated_cause_is_one_line_a_minute_and_then_says_how_often():
    log = Log()
    for _ in range(1000):
        log.say("crowd", "too many")
    log.say("files", "no files left")
    assert log.lines == ["too many", "no files left"]
    log.now = PAUSE
    log.say("crowd", "too many")
    log.say("crowd", "too many")
    assert log.lines[2:] == ["too many (999 times more since the last line)"]


def test_a_line_is_one_line():
    log = Log()
    log.say("x", "first\n  second\r\nthird")
    assert log.lines == ["first second third"]


def test_many_causes_are_one_in_the_end():
    log = Log()
    for k in range(10 * MOST_CAUSES):
        log.say(f"cause {k}", "line")
    assert len(log.lines) == MOST_CAUSES + 1


def test_a_traceback_is_shown_to_those_who_want_it(monkeypatch):
    try:
        raise KeyError("gone")
    except KeyError as error:
        plain, debug = Log(), Log()
        plain.say("x", "line", error)
        monkeypatch.setenv("PREHENSILE_DEBUG", "1")
        debug.say("x", "line", error)
    assert plain.lines == ["line"]
    assert debug.lines[0].startswith("Traceback") and debug.lines[1] == "line"


def test_it_goes_to_standard_error(capsys):
    Complaints().say("x", "hello")
    assert capsys.readouterr().err == "prehensile: hello\n"
