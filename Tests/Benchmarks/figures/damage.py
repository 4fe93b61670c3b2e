"""Seconds of a song that six changed bytes cost, against ffmpeg.

Half of meditate's ramps of 10 ms on both sides counts as lost. ffmpeg plays a frame of FLAC although
its checksum is wrong, and so most often has a click of a few milliseconds where meditate loses the
frame, as `flac -F` does.
"""

import random
import statistics
import subprocess

from bench.shop import Failed
from bench.table import Row

# The name, the sample rate of the sound, and bytes of a sample.
KINDS = {"flac": ("FLAC", 44_100, 2), "ogg": ("Vorbis", 44_100, 3), "opus": ("Opus", 48_000, 3),
         "mp3": ("MP3", 44_100, 3)}
SECONDS, DAMAGES, LENGTH = 20, 1000, 6
# Bytes at the beginning that hold headers: without them nothing can be decoded.
HEADERS = 9000


def rows(shop):
    shop.compile("lost", ["-lm"])
    for kind, (name, rate, size) in KINDS.items():
        song = shop.noise(SECONDS, kind)
        whole = {player: shop.path(f"whole-{player}.raw") for player in PLAYERS}
        for player, decode in PLAYERS.items():
            if decode(shop, song, whole[player], size):
                raise Failed(f"{player} cannot play {song}")
        lost = {player: [] for player in PLAYERS}
        for seed in range(shop.pairs(DAMAGES)):
            damaged = _damage(shop, song, kind, seed)
            for player, decode in PLAYERS.items():
                output = shop.path(f"damaged-{player}.raw")
                open(output, "wb").close()
                decode(shop, damaged, output, size)
                lost[player].append(float(shop.run(
                    shop.path("lost"), str(size), str(rate), whole[player], output)))
        yield Row(
            f"lost to {LENGTH} changed bytes of {name}: median", *_texts(lost, statistics.median),
            [_ratio(lost, statistics.median)], None if kind == "flac" else 1.30)
        yield Row(
            f"lost to {LENGTH} changed bytes of {name}: worst", *_texts(lost, max),
            [_ratio(lost, max)], 1.30)


def _damage(shop, song, kind, seed):
    """A copy of the song with bytes changed at a random place."""
    chance = random.Random(f"{kind} {seed}")
    with open(song, "rb") as file:
        data = bytearray(file.read())
    offset = chance.randrange(HEADERS, len(data) - LENGTH)
    for index in range(offset, offset + LENGTH):
        data[index] ^= chance.randrange(1, 256)
    path = shop.path(f"damaged.{kind}")
    with open(path, "wb") as file:
        file.write(data)
    return path


def _meditate(shop, song, output, _):
    return _call(shop, shop.meditate, "--start", "--force", "--output", output, song)


def _ffmpeg(shop, song, output, size):
    return _call(
        shop, "ffmpeg", "-v", "quiet", "-y", "-i", song, "-f", f"s{size * 8}le", output)


PLAYERS = {"meditate": _meditate, "ffmpeg": _ffmpeg}


def _call(shop, *command):
    return subprocess.call(
        command, env=shop.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)


def _texts(lost, value):
    return [f"{value(lost['meditate']):.3f} s", f"{value(lost['ffmpeg']):.3f} s ffmpeg"]


def _ratio(lost, value):
    return value(lost["meditate"]) / max(value(lost["ffmpeg"]), 0.001)
