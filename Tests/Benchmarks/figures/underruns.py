"""Gaps that are heard while every core is busy, ours against mpv's.

Both play the same noise at the same time, each into a null sink of one server, and the monitors of
the sinks are recorded: once each way round, with what keeps the cores busy at nice 0 and at nice 5.
Run by root, both players are started as a user without privileges, as on a desktop.
"""

import contextlib
import os
import re
import subprocess
import time

from bench.server import FRAME, RATE, server
from bench.shop import Failed
from bench.table import Row, milliseconds

SINKS = ["left", "right"]
# A millisecond or more without sound; the noise has no silent frame.
GAP = re.compile(rb"(?:\0{%d}){%d,}" % (FRAME, RATE // 1000))


def rows(shop):
    seconds = round(shop.minutes * 60)
    song = shop.noise(seconds + 30)
    user = _as_user(shop, song) if os.geteuid() == 0 else []
    for nice in (0, 5):
        ours, theirs = [], []
        for order in (SINKS, SINKS[::-1]):
            with server(shop, records=False, sinks=SINKS), contextlib.ExitStack() as stack:
                recordings = [_recorded(stack, shop, sink) for sink in order]
                time.sleep(4)  # until the block of two seconds has passed
                _keep_busy(stack, nice)
                players = [
                    _started(stack, shop, order[0], [
                        *user, shop.meditate, "--plain", "--driver", "pulse",
                        "--plan", "off, for 3h", "--start", song]),
                    _started(stack, shop, order[1], [
                        *user, "mpv", "--no-config", "--no-video", "--really-quiet", "--ao=pulse",
                        song])]
                time.sleep(seconds + 3)
                for player in players:
                    if player.poll() is not None:
                        raise Failed(f"{player.args}: ended with {player.returncode}")
            ours.append(_gaps(recordings[0], seconds))
            theirs.append(_gaps(recordings[1], seconds))
        yield Row(
            f"gaps in {2 * shop.minutes:g} min of a session with a plan, all cores busy at nice "
            f"{nice}", _text(ours), f"{_text(theirs)} mpv",
            [len(mine) - len(other) for mine, other in zip(ours, theirs)], 0, " more")


def _as_user(shop, song):
    """What runs a command as a user without privileges, who can read `song` and the program."""
    home = shop.folder / "home"
    home.mkdir(exist_ok=True)
    os.chown(home, 65534, 65534)
    shop.folder.chmod(0o711)
    os.chmod(song, 0o644)
    return [
        "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", f"HOME={home}",
        f"XDG_RUNTIME_DIR={home}"]


def _started(stack, shop, sink, command):
    # A pipe, whose end would end the session.
    process = subprocess.Popen(
        command, env={**shop.environment, "PULSE_SINK": sink}, stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def _recorded(stack, shop, sink):
    """The path of a recording of what `sink` plays."""
    path = shop.path(f"{sink}.raw")
    file = stack.enter_context(open(path, "wb"))
    process = subprocess.Popen(
        ["parec", "-d", f"{sink}.monitor", "--raw", "--format=s16le", f"--rate={RATE}",
         "--channels=2", "--latency-msec=50"],
        env=shop.environment, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return path


def _keep_busy(stack, nice):
    """Keeps each core busy with a process in a session of its own, as one of another terminal:
    Linux shares the processor among sessions first. Source: sched(7), "autogroup"."""
    for _ in range(os.cpu_count()):
        hog = subprocess.Popen(
            ["nice", "-n", str(nice), "sh", "-c", "while :; do :; done"], start_new_session=True)
        stack.callback(hog.wait)
        stack.callback(hog.kill)


def _gaps(path, seconds):
    """The gaps in seconds of a recording, from half a second after its first sound on."""
    with open(path, "rb") as file:
        sound = file.read().lstrip(b"\0")
    begin = RATE // 2 * FRAME
    sound = sound[begin:begin + seconds * RATE * FRAME]
    if len(sound) < seconds * RATE * FRAME:
        raise Failed(f"{path} is shorter than {seconds} s")
    return [len(gap[0]) / FRAME / RATE for gap in GAP.finditer(sound)]


def _text(runs):
    gaps = [gap for run in runs for gap in run]
    if not gaps:
        return "0"
    return f"{len(gaps)}, {milliseconds(sum(gaps))} in all, longest {milliseconds(max(gaps))}"
