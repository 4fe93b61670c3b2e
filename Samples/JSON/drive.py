#!/usr/bin/env python3
"""Drives a session: Samples/JSON/drive.py [OPTION ...] PATH ...

Picks all songs, starts, pauses, resumes, waits for the first second, and quits. Passes its options
and paths to `meditate`, or to the program that the environment variable MEDITATE names. Uses only
what Documentation/Protocol.md documents.
"""

import json
import os
import subprocess
import sys

player = subprocess.Popen(
    [os.environ.get("MEDITATE", "meditate"), "--format", "json", *sys.argv[1:]],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1)
events = map(json.loads, player.stdout)


def wait(**wanted):
    for event in events:
        if wanted.items() <= event.items():
            return event
    sys.exit("The player exited before the expected event.")


hello = wait(type="hello", schema=1)
player.stdin.write("#a all\n#b start\n")
song = wait(type="mode", to="playing")["song"]
print("Playing", hello["songs"][song - 1]["title"])
player.stdin.write("#c pause\n")
print("Paused by the", wait(type="transport", to="paused")["cause"])
player.stdin.write("#d play\n")
print("Heard", wait(type="position", jump=False)["seconds"], "s")
player.stdin.write("#e quit\n")
print("Ended with", wait(type="bye")["code"])
sys.exit(player.wait())
