"""Folders of many songs."""

import os
import shutil

KINDS = ("flac", "ogg")
SEEDS = 10
OWN = 10_000  # so many have their own place on the disk; beyond, they are links to these


def library(shop, count):
    """The path of a folder of `count` tagged songs of a second, half FLAC and half Vorbis."""
    root = shop.path(f"music-{count}")
    if os.path.exists(root):
        return root
    seeds = _seeds(shop)
    own = []
    for number in range(count):
        folder = f"{root}/Artist {number // 100:04}/Album {number // 10 % 10}"
        kind = KINDS[number % 2]
        name = f"{folder}/{number % 10 + 1:02} Song number {number}.{kind}"
        os.makedirs(folder, exist_ok=True)
        if number < OWN:
            shutil.copyfile(seeds[kind][number // 2 % SEEDS], name)
            own.append(name)
        else:
            os.link(own[number % OWN], name)
    return root


def songs(root):
    """The paths of all songs below `root`, each with a line break."""
    return [
        f"{folder}/{name}\n"
        for folder, _, names in sorted(os.walk(root)) for name in sorted(names)]


def _seeds(shop):
    source = shop.noise(1)
    seeds = {kind: [] for kind in KINDS}
    for number in range(SEEDS):
        tags = [f"title=Title {number}", f"artist=Artist {number}", "album=Album"]
        for kind in KINDS:
            path = shop.path(f"seed-{number}.{kind}")
            if not os.path.exists(path):
                shop.run(*_encoder(kind, tags), source, "-o", path)
            seeds[kind].append(path)
    return seeds


def _encoder(kind, tags):
    command, option = {"flac": (["flac", "-s"], "-T"), "ogg": (["oggenc", "-Q"], "-c")}[kind]
    return [*command, *(word for tag in tags for word in (option, tag))]
