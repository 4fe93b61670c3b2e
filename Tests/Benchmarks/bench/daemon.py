"""A music player daemon of its own, whose database starts empty."""

import contextlib
import os
import subprocess
import time

from .shop import Failed


class Daemon:
    """`mpd`, without a sound device unless its `output` is another; `update` times what its users
    wait for."""

    def __init__(self, shop, music, output="null"):
        self._shop, self._music = shop, music
        self._link = shop.folder / "mpd-music"
        self._socket = shop.path("mpd-socket")
        self._configuration = shop.folder / "mpd.conf"
        self._configuration.write_text(
            f'music_directory "{self._link}"\ndb_file "{shop.path("mpd-database")}"\n'
            f'log_file "{shop.path("mpd-log")}"\nbind_to_address "{self._socket}"\n'
            f'audio_output {{\n type "{output}"\n name "{output}"\n}}\n')

    def __enter__(self):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._shop.path("mpd-database"))
        self._follow(self._shop.path("mpd-empty"))
        self._process = subprocess.Popen(
            ["mpd", "--no-daemon", str(self._configuration)], env=self._shop.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            time.sleep(0.1)
            with contextlib.suppress(Failed):
                self.update()  # of nothing, so that the next one is of all
                break
        else:
            raise Failed("mpd did not start")
        self._follow(self._music)
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait()

    def update(self):
        """Seconds of bringing the database up to date."""
        begin = time.monotonic()
        self._shop.run("mpc", "--host", self._socket, "--wait", "update")
        return time.monotonic() - begin

    def play(self):
        """Plays all songs. Returns the id of the process."""
        self.update()
        for words in [["add", "/"], ["play"]]:
            self._shop.run("mpc", "--host", self._socket, *words)
        return self._process.pid

    def song_count(self):
        """How many songs it knows."""
        return self._shop.run("mpc", "--host", self._socket, "listall").count("\n")

    @property
    def peak(self):
        """The most memory that it held so far, in bytes."""
        with open(f"/proc/{self._process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) * 1024 for line in status if "VmHWM" in line)

    def _follow(self, folder):
        os.makedirs(folder, exist_ok=True)
        self._link.unlink(missing_ok=True)
        self._link.symlink_to(folder)
