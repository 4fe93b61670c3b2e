"""Listing 1,000 `.m4a` and starting to play one, against mpv, which opens each without sound."""

import os
import shutil
import time

from bench.server import server
from bench.table import compare, milliseconds

COUNT = 1000


def rows(shop):
    music, song = _library(shop), _encoded(shop, 60)
    walls = {"first": [], "second": [], "mpv": []}
    delays = {"meditate": [], "mpv": []}
    lines = shop.folder / "lines"
    lines.write_text("quit\n")
    files = sorted(os.path.join(music, name) for name in os.listdir(music))
    for _ in range(shop.pairs(3)):
        shutil.rmtree(shop.path(".cache"), ignore_errors=True)
        for start in ("first", "second"):
            with lines.open("rb") as stdin:
                walls[start].append(shop.spend(shop.meditate, music, stdin=stdin).wall)
        walls["mpv"].append(shop.spend(
            "mpv", "--no-config", "--no-video", "--really-quiet", "--ao=null", "--end=0.001",
            *files).wall)
    for start in ("first", "second"):
        yield compare(
            f"{start} reading of {COUNT:,} .m4a", walls[start], walls["mpv"], "mpv opening each",
            1.0, milliseconds)
    players = {
        "meditate": [shop.meditate, "--plain", "--driver", "pulse", "--start", song],
        "mpv": ["mpv", "--no-config", "--no-video", "--really-quiet", "--ao=pulse", song]}
    with server(shop) as recorder:
        for _ in range(shop.pairs(10)):
            for name, command in players.items():
                delays[name].append(_delay(shop, command, recorder))
    yield compare(
        "start to first sample of an .m4a, PulseAudio", delays["meditate"], delays["mpv"], "mpv",
        None, milliseconds)


def _library(shop):
    """The path of a folder of `COUNT` tagged songs of a second in AAC."""
    root = shop.path("music-m4a")
    if not os.path.exists(root):
        os.mkdir(root)
        seed = _encoded(shop, 1)
        for number in range(COUNT):
            shutil.copyfile(seed, f"{root}/{number + 1}.m4a")
    return root


def _encoded(shop, seconds):
    name = shop.path(f"noise-{seconds}.m4a")
    if not os.path.exists(name):
        shop.run("ffmpeg", "-v", "error", "-i", shop.noise(seconds), "-c:a", "aac",
                 "-metadata", "title=Wave", "-metadata", "artist=Sea", name)
    return name


def _delay(shop, command, recorder):
    begin = time.monotonic()
    with shop.started(*command) as process:
        delay = recorder.sound(begin, process) - begin
    recorder.silence(time.monotonic())
    return delay
