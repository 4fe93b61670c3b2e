#!/usr/bin/env python3
"""A lamp that follows the session: Samples/JSON/lamp.py [COMMAND ...]

Prints the name of a colour whenever it changes, or runs COMMAND with it as the last argument. Asks
`meditate`, or the program that the environment variable MEDITATE names.
"""

import json
import os
import subprocess
import sys

meditate = os.environ.get("MEDITATE", "meditate")
watch = subprocess.Popen(
    [meditate, "status", "--watch", "--format", "json"], stdout=subprocess.PIPE, encoding="utf-8")
shown = None
for line in watch.stdout:
    status = json.loads(line) if line.strip() else {"phase": "none"}
    if status["phase"] != "listening":
        colour = "off"
    elif status["pausedBy"]:
        colour = "red"
    else:
        colour = "blue" if status["elapsed"] < 0 else "green"
    if colour != shown:
        shown = colour
        subprocess.run([*sys.argv[1:], colour]) if sys.argv[1:] else print(colour, flush=True)
