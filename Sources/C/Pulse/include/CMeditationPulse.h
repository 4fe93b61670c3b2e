#ifndef CMEDITATION_PULSE_H
#define CMEDITATION_PULSE_H

#include <stdbool.h>
#include <stdint.h>

/// Asks a PulseAudio server, or PipeWire in its place, about the stream of this process: when it is heard,
/// and if it is heard on other speakers now, because those before are gone. Through libpulse, which is
/// loaded at run time.

/// Where the stream is heard.
enum pulse_kind { PULSE_OTHER, PULSE_SPEAKERS, PULSE_HEADPHONES };

/// Is something plugged in at a place? A place that no longer exists is not there.
enum pulse_presence { PULSE_NOT_THERE, PULSE_MAYBE_THERE, PULSE_THERE };

/// A change of the place where the stream is heard: of its sink, of the port of that, or of what is there.
struct pulse_change {
  enum pulse_place { PULSE_SAME_PLACE, PULSE_OTHER_PORT, PULSE_OTHER_SINK } place;
  enum pulse_kind before, now;
  /// Of the place where it was heard before: then, and now.
  enum pulse_presence was, is;
};

/// True if the sound has moved because the place where it was heard is gone. If that is still there, the user
/// has moved it.
bool pulse_is_loss(struct pulse_change change);

/// A connection to the server.
struct pulse_watch;

/// Begins to connect to `server`, or to the usual one if that is null, and calls `lost` on a thread of its
/// own after each loss. Does not wait for the server. When that ends, the watch stays silent for good.
///
/// Returns null if the library is missing, or there is no memory or thread for it.
struct pulse_watch *pulse_watch_start(
  const char *server, void (*lost)(void *context, bool were_headphones), void *context);

/// How long it takes until all that the server has of the stream is heard, in microseconds.
struct pulse_delay {
  int64_t whole;
  /// Less what lies in a sink that may take it back: silence, if the stream has run out.
  int64_t least;
};

/// Both are 0 if the server does not tell within 50 ms. PipeWire never does.
struct pulse_delay pulse_watch_delay(struct pulse_watch *watch);

/// Has the server end the stream, and drop what it holds. Does not wait for it.
void pulse_watch_end_stream(struct pulse_watch *watch);

/// Closes the connection. `lost` is not called any more when this returns.
void pulse_watch_stop(struct pulse_watch *watch);

#endif
