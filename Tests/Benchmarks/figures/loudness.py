"""How loud songs are that are rendered with `--level on`, measured by ffmpeg's filter `ebur128`.

The songs are the samples, and twelve of the Debian package warzone2100-music, which is downloaded
(86 MB) unless MEDITATE_MUSIC names a folder with songs. Each song is rendered alone. The lines on
standard error tell of each: loudness and true peak before and after, and the error.
"""

import os
import pathlib
import re
import sys

from bench.shop import REPOSITORY, Failed
from bench.table import Row

PACKAGE, COUNT = "warzone2100-music", 12
TARGET, MOST, CEILING, LIMIT = -20, 9, -1, 0.5
# The most by which two meters may differ in a true peak, in dB: both can only estimate it.
PEAK_TOLERANCE = 0.3
ENDINGS = {".flac", ".mp3", ".ogg", ".opus", ".wav"}


def rows(shop):
    samples = _songs(REPOSITORY / "Samples/Songs")
    real = _songs(_music(shop))
    # Evenly out of all, so that no album is alone.
    real = [real[index * len(real) // COUNT] for index in range(COUNT)]
    for name, songs in ("the samples", samples), (f"songs of {PACKAGE}", real):
        figures = [_figure(shop, song) for song in songs]
        before, after, errors, limited = zip(*figures)
        yield Row(
            f"loudness of {len(songs)} {name}, `level on`: error, most",
            f"{_range(after)}, {sum(limited)} at a limit", f"{_range(before)} as they are",
            [max(errors)], LIMIT, " LU")


def _figure(shop, song):
    """The loudness of `song` before and after, its error, and whether a limit sets its gain."""
    output = shop.path("levelled.wav")
    before, peak = _measure(shop, song)
    shop.run(shop.meditate, "--level", "on", "--start", "--force", "--output", output, str(song))
    after, highest = _measure(shop, output)
    os.unlink(output)
    wanted = TARGET - before
    gain = min(wanted, MOST, CEILING - peak)
    error = abs(after - before - gain)
    print(f"{song.name}: {before:.1f} LUFS, {peak:.1f} dBTP; {after:.1f} LUFS, {highest:.1f} dBTP; "
          f"error {error:.1f} LU{', limited' if gain < wanted else ''}", file=sys.stderr)
    if highest > CEILING + PEAK_TOLERANCE:
        raise Failed(f"{song.name}: its peak is {highest} dBTP")
    return before, after, error, gain < wanted


def _measure(shop, path):
    """The integrated loudness in LUFS, and the true peak in dBTP."""
    report = shop.run(
        "sh", "-c", 'ffmpeg -hide_banner -nostats -i "$0" -af ebur128=peak=true:dualmono=true -f null - 2>&1',
        str(path))
    summary = report[report.rindex("Summary:"):]
    return tuple(float(re.search(rf"{label}:\s+(-?[\d.]+)", summary)[1]) for label in ("I", "Peak"))


def _music(shop):
    folder = os.environ.get("MEDITATE_MUSIC")
    if folder:
        return pathlib.Path(folder)
    shop.run("sh", "-c", f'cd "$0" && apt-get download {PACKAGE} && dpkg-deb -x {PACKAGE}_*.deb music',
             str(shop.folder))
    return shop.folder / "music"


def _songs(folder):
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)
    if not found:
        raise Failed(f"there are no songs in {folder}")
    return found


def _range(values):
    return f"{min(values):.1f} to {max(values):.1f} LUFS"
