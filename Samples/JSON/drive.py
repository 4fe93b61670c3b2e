#!/usr/bin/env python3
"""Drives a session: Samples/JSON/drive.py [OPTION ...] PATH ...

Picks all songs, starts, pauses, plays on, waits until a second was heard, and quits. The options
and paths are those of `meditate`, which is looked for on the PATH unless the environment's MEDITATE
names it. All that this program knows is in the README.
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
    sys.exit("The player ended before that came.")


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
