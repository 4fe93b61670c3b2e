"""A PulseAudio server of its own, and a recorder of what its only sink would play."""

import contextlib
import subprocess
import threading
import time

from .shop import Failed

RATE = 44100
FRAME = 4  # bytes: 16 bits, stereo
BLOCK = 5  # milliseconds that the sink mixes at once
SILENCE = 0.3  # seconds without a sample that make a silence


@contextlib.contextmanager
def server(shop, records=True, sinks=("sink",)):
    """Runs a server with null sinks, lends the `Recorder` of its only one, and takes all down
    however it ends.

    Without `records`, lends the process instead.

    The sink is kept at a block of a few milliseconds by the recorder: its own is of two seconds.
    A player then has to wake for each block, so where its cost is measured nothing is recorded.
    """
    address = f"unix:{shop.path('socket')}"
    shop.environment["PULSE_SERVER"] = address
    with contextlib.ExitStack() as stack:
        stack.callback(shop.environment.pop, "PULSE_SERVER")
        process = _start(stack, shop, [
            "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=60",
            "--realtime=no", "--high-priority=no",
            *[word for sink in sinks for word in (
                "-L", f"module-null-sink sink_name={sink} rate={RATE} format=s16le channels=2")],
            "-L", f"module-native-protocol-unix socket={shop.path('socket')} auth-anonymous=1"])
        for _ in range(100):
            time.sleep(0.1)
            with contextlib.suppress(Failed):
                shop.run("pactl", "info")
                break
        else:
            raise Failed("PulseAudio did not start")
        if not records:
            yield process
            return
        parec = _start(stack, shop, [
            "parec", "-d", "sink.monitor", "--raw", "--format=s16le", f"--rate={RATE}",
            "--channels=2", f"--latency-msec={BLOCK}"], stdout=subprocess.PIPE)
        time.sleep(4)  # until the block of two seconds has passed
        yield Recorder(parec.stdout)


def _start(stack, shop, command, stdout=subprocess.DEVNULL):
    process = subprocess.Popen(
        [shop.path("spend"), "/dev/null", *command], env=shop.environment,
        stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


class Recorder:
    """Knows at which time of `time.monotonic` each frame was due at the sink.

    Frames come at an even pace, so their number is the clock; the block that was read with the
    least delay sets it. A block is mixed, and can be read, when its first frame is due.
    """

    def __init__(self, stream):
        self._stream = stream
        self._data = bytearray()
        self._origin = None
        self._lock = threading.Lock()
        stream.read1(1 << 20)  # what waited since the server's start
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        with contextlib.suppress(ValueError):  # closed
            while chunk := self._stream.read1(1 << 16):
                now = time.monotonic()
                with self._lock:
                    self._data += chunk
                    origin = now + BLOCK / 1000 - len(self._data) / FRAME / RATE
                    self._origin = min(origin, self._origin or origin)

    def sound(self, after, process, timeout=10):
        """The time of the first sample that is not zero after the time `after`."""
        def find(tail):
            silent = len(tail) - len(tail.lstrip(b"\0"))
            return None if silent == len(tail) else silent // FRAME
        return self._wait(find, after, process, timeout, "sound")

    def silence(self, after, process=None, timeout=10):
        """The time after `after` from which there has been nothing but silence."""
        def find(tail):
            sounding = -(-len(tail.rstrip(b"\0")) // FRAME)
            silent = len(tail) // FRAME - sounding
            return sounding if silent > SILENCE * RATE else None
        return self._wait(find, after, process, timeout, "silence")

    def _wait(self, find, after, process, timeout, what):
        while time.monotonic() < after + timeout:
            time.sleep(0.02)
            with self._lock:
                first = max(0, int((after - self._origin) * RATE)) if self._origin else 0
                frame = find(bytes(self._data[first * FRAME:]))
                if frame is not None:
                    return self._origin + (first + frame) / RATE
            if process is not None and process.poll() is not None:
                raise Failed(f"{process.args}: ended with {process.returncode} before the {what}")
        raise Failed(f"no {what} within {timeout} s")
