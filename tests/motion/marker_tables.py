"""Tables of markers as makers of cameras write them."""


def _rows(points, lead):
    return "".join(
        f"{lead(k)},{','.join(f'{v:.4f}' for v in row.ravel())}\n" for k, row in enumerate(points)
    )


def plain(names, points, unit=1e3, rate=100.0):
    """One line of names, with times."""
    titles = ",".join(f"{name}_{axis}" for name in names for axis in "xyz")
    return f"time,{titles}\n" + _rows(unit * points, lambda k: f"{k / rate:.5f}")


def vicon(marked, unit=1e3, rate=100):
    """Trajectories of Nexus, with the subject before the names."""
    names = ",".join(f"anna:{name},," for name in marked.names)
    axes = ",".join("X,Y,Z" for _ in marked.names)
    units = ",".join("mm,mm,mm" for _ in marked.names)
    head = f"Trajectories\n{rate}\n,,{names}\nFrame,Sub Frame,{axes}\n,,{units}\n"
    return head + _rows(unit * marked.points, lambda k: f"{k + 1},0")


def motive(marked, unit=1.0, rate=100):
    """Motive's export: a rigid body's rotation and place before the markers."""
    n = len(marked.names)
    kind = ",".join(["Rigid Body"] * 6 + ["Marker"] * (3 * n))
    names = ",".join(["Plate"] * 6 + [name for name in marked.names for _ in range(3)])
    what = ",".join(["Rotation"] * 3 + ["Position"] * (3 + 3 * n))
    axes = ",".join(["X", "Y", "Z"] * (2 + n))
    head = (
        f"Format Version,1.23,Take Name,a,Export Frame Rate,{rate}.000000,Length Units,Meters\n\n"
        f",Type,{kind}\n,Name,{names}\n,ID,{names}\n,,{what}\nFrame,Time (Seconds),{axes}\n"
    )
    lead = ",".join(["0.1"] * 6)
    return head + _rows(unit * marked.points, lambda k: f"{k},{k / rate:.6f},{lead}")
