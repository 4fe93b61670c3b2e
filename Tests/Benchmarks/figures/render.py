"""CPU time of rendering ten minutes to a file, against the least that a program can do."""

import os

from bench.shop import Failed
from bench.table import compare, milliseconds

KINDS = {"wav": "WAV", "flac": "FLAC", "ogg": "Vorbis", "opus": "Opus", "mp3": "MP3"}


def rows(shop):
    for kind, name in KINDS.items():
        song, ours, theirs = shop.noise(600, kind), [], []
        outputs = [shop.path("ours.raw"), shop.path("theirs.raw")]
        for _ in range(shop.pairs(5)):
            ours.append(shop.spend(shop.meditate, "--start", "--force", "--output", outputs[0], song).cpu)
            theirs.append(shop.spend(shop.path("reference"), song, outputs[1]).cpu)
        sizes = [os.path.getsize(output) for output in outputs]
        if abs(sizes[0] - sizes[1]) > sizes[1] / 100:
            raise Failed(f"{name}: {sizes[0]} bytes rendered where the reference has {sizes[1]}")
        for path in [song, *outputs]:
            if kind != "wav" or path != song:
                os.unlink(path)
        yield compare(
            f"CPU, rendering 10 min of {name}", ours, theirs, "C reference", 1.05, milliseconds)
