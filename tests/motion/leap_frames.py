"""Recordings of a Leap sensor, written without any of the code that reads them."""

NAMES = ["mcpPosition", "pipPosition", "dipPosition", "btipPosition"]


def leap_recording(points, side="right", packed=False, rate=100, typed=True):
    """Frames of points (T, 20, 3) [m] in Leap's layout, thumb to little."""
    frames = []
    for k, row in enumerate(1e3 * points.reshape(-1, 5, 4, 3)):
        pointables = [
            {
                "id": 70 + f,
                "handId": 7,
                "tool": False,
                **dict(zip(NAMES, finger.tolist(), strict=True)),
            }
            | ({"type": f} if typed else {})
            for f, finger in enumerate(row)
        ]
        hand = {"id": 7, "type": side, "palmPosition": row.mean((0, 1)).tolist()}
        stamp = 5_000_000 + round(1e6 * k / rate)
        frames.append({"timestamp": stamp, "hands": [hand], "pointables": pointables[::-1]})
    if packed:
        frames = [_names(frames[0]), *map(_row, frames)]
    return {"metadata": {"frameRate": rate}, "frames": frames}


def _names(frame):
    lists = {key: [[list(frame[key][0])]] for key in ("hands", "pointables")}
    return ["timestamp", *({key: [names[0][0]]} for key, names in lists.items())]


def _row(frame):
    rows = [[list(one.values()) for one in frame[key]] for key in ("hands", "pointables")]
    return [frame["timestamp"], *rows]
