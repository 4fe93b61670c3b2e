#!/usr/bin/env python3
"""Shows the running session in a browser on this machine: Samples/JSON/serve.py [PORT]

The page follows /events, which sends the state of the session as JSON whenever it changes, as
server-sent events. Asks `meditate`, or the program that the environment variable MEDITATE names.
"""

import http.server
import os
import subprocess
import sys

PAGE = b"""<!doctype html><meta charset="utf-8"><title>Meditation</title><h1></h1><script>
new EventSource("events").onmessage = event => {
  const now = event.data && JSON.parse(event.data);
  document.querySelector("h1").textContent = now ? `${now.title ?? now.phase} ${now.elapsed}` : "";
};</script>"""


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        events = self.path == "/events"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream" if events else "text/html")
        self.end_headers()
        if not events:
            self.wfile.write(PAGE)
            return
        meditate = os.environ.get("MEDITATE", "meditate")
        watch = subprocess.Popen(
            [meditate, "status", "--watch", "--format", "json"], stdout=subprocess.PIPE)
        try:
            for line in watch.stdout:
                self.wfile.write(b"data: " + line + b"\n")
        except OSError:
            pass  # The page was closed.
        finally:
            watch.terminate()


server = http.server.ThreadingHTTPServer(("localhost", int((sys.argv[1:] or ["8000"])[0])), Handler)
print(f"http://localhost:{server.server_port}/", flush=True)
server.serve_forever()
