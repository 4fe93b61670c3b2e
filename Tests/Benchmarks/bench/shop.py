"""A place to work in: programs, songs, and an environment that nobody else shares."""

import contextlib
import dataclasses
import os
import pathlib
import shlex
import subprocess
import time

REPOSITORY = pathlib.Path(__file__).parents[3]
BENCHMARKS = REPOSITORY / "Tests/Benchmarks"


class Failed(Exception):
    """A command or a measurement went wrong, so that there is no figure."""


@dataclasses.dataclass
class Cost:
    """What one run of a program spent."""
    cpu: float  # seconds, user and system
    peak: int  # resident bytes
    wall: float  # seconds


class Shop:
    """A temporary folder with what is built and made for one run of the benchmarks."""

    def __init__(self, folder, meditate, seconds, pairs, minutes=1):
        """`seconds` is the length of the song that is played; `pairs` replaces each default.

        `minutes` is how long gaps are looked for each time.
        """
        self.folder = pathlib.Path(folder)
        self.meditate = str(meditate)
        self.seconds = seconds
        self.minutes = minutes
        self._pairs = pairs
        self.environment = {
            "HOME": folder, "XDG_RUNTIME_DIR": folder, "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        self.compile("spend", [])
        self.compile("reference", self._flags("ao", "sndfile"))
        self.compile("openings", self._flags("sndfile"))
        self._compile_floor()

    def pairs(self, default):
        """How often to measure each of those that are compared."""
        return self._pairs or default

    def path(self, name):
        return str(self.folder / name)

    def run(self, *command):
        """Runs a command that is not measured, and returns its output."""
        done = subprocess.run(
            command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True)
        if done.returncode:
            raise Failed(f"{shlex.join(command)}: exit code {done.returncode}\n"
                         + done.stderr.decode(errors="replace"))
        return done.stdout.decode()

    def spend(self, *command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL):
        """Runs a command to its end and returns its `Cost`."""
        report, errors = self.folder / "report", self.folder / "errors"
        report.unlink(missing_ok=True)
        with errors.open("wb") as stderr:
            begin = time.monotonic()
            code = subprocess.call(
                [self.path("spend"), str(report), *command], env=self.environment,
                stdin=stdin, stdout=stdout, stderr=stderr)
            wall = time.monotonic() - begin
        if code:
            raise Failed(f"{shlex.join(command)}: exit code {code}\n"
                         + errors.read_text(errors="replace"))
        cpu, peak = report.read_text().split()
        return Cost(float(cpu), int(peak) * 1024, wall)

    @contextlib.contextmanager
    def started(self, *command, reads=False):
        """Starts a command with a pipe as its standard input, lends it, and kills it.

        With `reads`, its output and its errors are pipes, too.
        """
        out = subprocess.PIPE if reads else subprocess.DEVNULL
        process = subprocess.Popen(
            command, env=self.environment, bufsize=0, stdin=subprocess.PIPE, stdout=out,
            stderr=out)
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            for stream in filter(None, [process.stdin, process.stdout, process.stderr]):
                stream.close()

    def noise(self, seconds, kind="wav"):
        """The path of a song of pink noise, which has no silent frame; made when it is missing."""
        name = self.path(f"noise-{seconds}.{kind}")
        if os.path.exists(name):
            return name
        if kind == "wav":
            self.run("sox", "-n", "-r", "44100", "-c", "2", "-b", "16", name,
                     "synth", str(seconds), "pinknoise", "vol", "0.5")
            return name
        source = self.noise(seconds)
        self.run(*{
            "flac": ["flac", "-s", source, "-o", name],
            "ogg": ["oggenc", "-Q", source, "-o", name],
            "opus": ["opusenc", "--quiet", source, name],
            "mp3": ["lame", "--quiet", source, name],
        }[kind])
        return name

    def compile(self, name, flags):
        """Builds a program in C."""
        self.run("gcc", "-O2", "-o", self.path(name), str(BENCHMARKS / f"{name}.c"), *flags)

    def _compile_floor(self):
        """Builds the least that a Swift program with the libraries of meditate can do."""
        modules = [f"-I{REPOSITORY}/Sources/C/{name}" for name in ["Ao", "Sndfile"]]
        libraries = self._flags("ao", "sndfile", "libebur128", "soxr", "sqlite3", "vorbis")
        self.run("swiftc", "-O", "-static-stdlib", "-o", self.path("floor"), *modules,
                 str(BENCHMARKS / "floor.swift"), "-Xlinker", "--no-as-needed",
                 *[flag for flag in libraries if flag.startswith("-l")], "-lreadline")
        self.run("strip", self.path("floor"))

    def _flags(self, *libraries):
        return self.run("pkg-config", "--cflags", "--libs", *libraries).split()
