"""What is heard, and when: the end of the last song, bells after the program was stopped, the time of
day at which a session begins, and the start on a sink that was idle.

Through a pipe sink that is read in real time, so that what is recorded was heard, and by the monitor of
a null sink. A pipe sink holds 0.3 to 0.4 s that the server does not take back, as Bluetooth does.

The server and what records it run in real time, if that is allowed, as a sound card does and a desktop's
server: on a busy machine, the program alone is late.
"""

import array
import contextlib
import datetime
import os
import signal
import struct
import subprocess
import threading
import time
import wave

from bench.server import FRAME, RATE
from bench.shop import Failed
from bench.table import Row

RUNS = 10
PRECISION = 20  # ms by which nobody hears a bell too early or too late
STOPS = (0.3, 1.0, 2.5)  # seconds
INTERVAL = 6  # seconds between bells
BLOCK = 20  # ms that a null sink mixes at once while its monitor is recorded
RAMP = 3  # seconds of a song whose samples count its frames


def rows(shop):
    song = _ramp(shop)
    with _server(shop):
        runs = range(shop.pairs(RUNS))
        for kind in ("pipe", "monitor"):
            yield _row(f"never heard of the end of the last song, {kind}", 10, [
                _missing(_heard(shop, kind, RAMP + 3, "--start", song)) for _ in runs])
        for kind in ("pipe", "monitor"):
            for settling in (0, 6):
                yield _row(
                    f"bells after stops of {', '.join(map(str, STOPS))} s, "
                    f"{'with' if settling else 'without'} settling, {kind}", PRECISION,
                    [error for _ in runs for error in _after_stops(shop, kind, settling)])
        for kind in ("pipe", "monitor"):
            yield _row(
                f"'begin' at a time of day, {kind}", PRECISION, [_begin(shop, kind) for _ in runs])
        for kind in ("pipe", "idle"):
            yield _row(f"longest hole of a song without a plan, {kind} sink", 1, [
                _hole(_heard(shop, kind, RAMP + 5, "--start", song)) for _ in runs])


def _row(name, limit, errors):
    """`errors` in milliseconds; `None` is one that could not be measured."""
    known = [error for error in errors if error is not None]
    if not known:
        raise Failed(f"{name}: nothing was heard")
    good = sum(abs(error) <= limit for error in known)
    return Row(
        name, f"{min(known):.0f} to {max(known):.0f} ms", f"{good} of {len(errors)} within the limit",
        [max(map(abs, known))], limit, " ms")


def _in_real_time():
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(5))


@contextlib.contextmanager
def _server(shop):
    address = f"unix:{shop.path('heard')}"
    shop.environment["PULSE_SERVER"] = address
    process = subprocess.Popen([
        "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
        "-L", f"module-pipe-sink sink_name=pipe file={shop.path('pipe')} format=s16le rate={RATE} channels=2",
        "-L", f"module-null-sink sink_name=monitor rate={RATE} format=s16le channels=2",
        "-L", f"module-null-sink sink_name=idle rate={RATE} format=s16le channels=2",
        "-L", f"module-native-protocol-unix socket={shop.path('heard')} auth-anonymous=1"],
        env=shop.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=_in_real_time)
    try:
        for _ in range(100):
            time.sleep(0.1)
            with contextlib.suppress(Failed):
                shop.run("pactl", "info")
                break
        yield
    finally:
        process.kill()
        process.wait()
        shop.environment.pop("PULSE_SERVER")


class Recording:
    """Of a sink: its left channel, and the time of day of frame 0."""

    def __init__(self, shop, kind, seconds):
        self.zero, self._data = None, bytearray()
        target = self._read_pipe if kind == "pipe" else self._read_monitor
        self._thread = threading.Thread(target=target, args=(shop, kind, time.monotonic() + seconds))
        self._thread.start()

    def _read_pipe(self, shop, _, end):
        _in_real_time()
        pipe = os.open(shop.path("pipe"), os.O_RDONLY | os.O_NONBLOCK)
        with contextlib.suppress(BlockingIOError):  # what waits there was played before
            while os.read(pipe, 1 << 16):
                pass
        began, self.zero = time.monotonic(), time.time()
        while (now := time.monotonic()) < end:
            wanted = int((now - began) * RATE) * FRAME - len(self._data)
            while wanted > 0:
                try:
                    piece = os.read(pipe, wanted)
                except BlockingIOError:
                    piece = b""
                piece = piece or bytes(wanted)
                self._data += piece
                wanted -= len(piece)
            time.sleep(0.005)
        os.close(pipe)

    def _read_monitor(self, shop, kind, end):
        """A null sink mixes a block when its first frame is to be heard, and its monitor has all of it then."""
        _in_real_time()
        latency = 2000 if kind == "idle" else BLOCK
        process = subprocess.Popen(
            ["parec", "-d", f"{kind}.monitor", "--raw", "--format=s16le", f"--rate={RATE}", "--channels=2",
             f"--latency-msec={latency}"], env=shop.environment, stdout=subprocess.PIPE)
        while time.monotonic() < end:
            self._data += os.read(process.stdout.fileno(), 1 << 16)
            zero = time.time() - len(self._data) / FRAME / RATE
            self.zero = min(zero, self.zero or zero)
        self.zero += latency / 1000
        process.kill()
        process.wait()
        process.stdout.close()

    def samples(self):
        """Both channels, once it is over."""
        self._thread.join()
        both = array.array("h", bytes(self._data[:len(self._data) // FRAME * FRAME]))
        return both[::2], both[1::2]


def _heard(shop, kind, seconds, *words, steer=lambda process: None):
    # An idle null sink sleeps for two seconds, and its monitor has nothing until then.
    ahead = 2.5 if kind == "monitor" else 0.7
    recording = Recording(shop, kind, seconds + ahead)
    time.sleep(ahead)
    process = subprocess.Popen(
        [shop.meditate, "--plain", "--driver", "pulse", *words], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**shop.environment, "PULSE_SINK": kind})
    try:
        steer(process)
        recording.samples()
    finally:
        process.kill()
        process.wait()
    return recording


def _ramp(shop):
    path = shop.path("ramp.wav")
    with wave.open(path, "wb") as file:
        file.setnchannels(2), file.setsampwidth(2), file.setframerate(RATE)
        file.writeframes(b"".join(
            struct.pack("<hh", 1 + frame // 1000, 1 + frame % 1000) for frame in range(RAMP * RATE)))
    return path


def _frames(recording):
    """The places at which frames of the ramp were heard, each with its number."""
    left, right = recording.samples()
    return [(place, (left[place] - 1) * 1000 + right[place] - 1)
            for place in range(len(left)) if left[place] > 0 and right[place] > 0]


def _missing(recording):
    frames = _frames(recording)
    return (RAMP * RATE - 1 - frames[-1][1]) * 1000 / RATE if frames else None


def _hole(recording):
    places = [place for place, _ in _frames(recording)]
    return max((b - a - 1) * 1000 / RATE for a, b in zip(places, places[1:])) if places else None


def _onsets(recording, level=1200, width=64):
    """The seconds at which claps begin."""
    left, _ = recording.samples()
    peaks = [max(map(abs, left[place:place + width]), default=0) for place in range(0, len(left), width)]
    onsets, last = [], -RATE
    for index, peak in enumerate(peaks):
        place = index * width
        if peak >= level and place - last > RATE * 2 // 3 and max(peaks[max(0, index - 40):index] or [0]) < level:
            last = place
            onsets.append(next(
                at for at in range(place, place + width) if abs(left[at]) >= level // 2) / RATE)
    return onsets


def _after_stops(shop, kind, settling):
    """By how much bells miss their distance from the first."""
    length = INTERVAL * (len(STOPS) + 1) + 3

    def steer(process):
        time.sleep(settling + INTERVAL / 2)
        for stop in STOPS:
            begin = time.monotonic()
            process.send_signal(signal.SIGSTOP)
            time.sleep(stop)
            process.send_signal(signal.SIGCONT)
            time.sleep(max(INTERVAL - (time.monotonic() - begin), 0))

    plan = f"off, opening 1 clap, bells every {INTERVAL}s clap" + (f", settle {settling}s" if settling else "")
    first, *later = _onsets(_heard(
        shop, kind, settling + length + 2, "sit", f"{length}s", "--plan", plan, steer=steer)) or [0]
    return [
        ((onset - first + INTERVAL / 2) % INTERVAL - INTERVAL / 2) * 1000 for onset in later] or [None]


def _begin(shop, kind):
    ahead = int(time.time()) + 8
    at = datetime.datetime.fromtimestamp(ahead).strftime("%H:%M:%S")
    recording = _heard(
        shop, kind, 10, "sit", "4s", "--plan", f"off, begin {at}, opening 1 clap")
    onsets = _onsets(recording)
    return (recording.zero + onsets[0] - ahead) * 1000 if onsets else None
