#ifndef CMEDITATION_BUS_H
#define CMEDITATION_BUS_H

#include <stdbool.h>
#include <stdint.h>

/// A media player on a message bus, a lock against idling, and notifications, through sd-bus of
/// libsystemd, which is loaded at run time.
///
/// Each is used on one thread. Of the player, nothing blocks but `bus_wait`.
/// Functions that return `int` return a negative errno on failure.

/// A connection with the object of a player.
struct bus_player;
/// A message of sd-bus.
struct sd_bus_message;

/// The functions of a player. `context` is the one of `bus_open`.
struct bus_handlers {
  /// Performs a method. The arguments were checked, and are read in their order. It answers with
  /// `bus_reply` or `bus_reply_error`, now or, if it keeps a reference, later.
  void (*call)(void *context, struct sd_bus_message *call, const char *method);
  /// Changes a property of the Player interface; else like `call`. The value is read next, and its
  /// type was checked.
  void (*set)(void *context, struct sd_bus_message *call, const char *property);
  /// Appends the value of a property.
  int (*get)(void *context, struct sd_bus_message *reply, const char *property);
  /// Tells the result of `bus_request_name`: 0, -EEXIST if another has the name, or another errno.
  void (*named)(void *context, int result);
};

/// Begins to connect to the bus at `address`, and offers a player there. `handlers` and `context`
/// must live until `bus_close`.
///
/// Fails with -ELIBACC if the library is missing or too old.
int bus_open(
  const char *address, const struct bus_handlers *handlers, void *context,
  struct bus_player **result);

/// Closes the connection, without waiting for what is still to be written.
void bus_close(struct bus_player *player);

/// Asks for a name; the answer calls `named`. Fails if the name is not valid.
int bus_request_name(struct bus_player *player, const char *name);

/// Handles one message at most, and reads or writes what is possible at once.
///
/// Returns whether there may be more to do. Fails when the bus has gone away.
int bus_process(struct bus_player *player);

/// True while messages wait to be written.
bool bus_is_writing(struct bus_player *player);

/// Waits until the bus has something to do or `wake`, a descriptor, is readable. If `reads` is false,
/// reads nothing, but writes what waits when the bus takes it.
int bus_wait(struct bus_player *player, int wake, bool reads);

/// Sends PropertiesChanged with these properties of the Player interface; null ends the list.
int bus_emit_changed(struct bus_player *player, char **properties);

/// Sends Seeked with a position in microseconds.
int bus_emit_seeked(struct bus_player *player, int64_t position);

/// Answers a call that has no results.
void bus_reply(struct sd_bus_message *call);
void bus_reply_error(struct sd_bus_message *call, const char *name, const char *text);

void bus_retain(struct sd_bus_message *message);
void bus_release(struct sd_bus_message *message);

/// Reads a value of a basic type of D-Bus: a boolean (`b`) as an int, a text (`s`, `o`) as a pointer that
/// lives as long as the message. Returns false if the message has no such value next.
bool bus_read(struct sd_bus_message *message, char type, void *value);
/// Appends such a value; a text is `value` itself. Fails if that is not UTF-8 or has noncharacters.
int bus_append(struct sd_bus_message *message, char type, const void *value);
/// Opens an array (`a`), a variant (`v`) or a dictionary entry (`e`) of these contents.
int bus_open_container(struct sd_bus_message *message, char type, const char *contents);
int bus_close_container(struct sd_bus_message *message);

/// A lock that keeps the machine from idling. It has a connection of its own, if it needs one.
struct bus_inhibitor;

/// Takes such a lock on the bus at `address`: of logind if it is that of the system, and else of the
/// desktop's screen saver. Blocks until it answers, for seconds at most.
///
/// Fails with -ELIBACC if the library is missing or too old.
int bus_inhibit(const char *address, bool is_system, struct bus_inhibitor **result);

/// True if logind has ended, so that the lock holds nothing any more. Does not block.
bool bus_inhibitor_is_lost(const struct bus_inhibitor *inhibitor);

/// Releases the lock. Blocks, for seconds at most.
void bus_release_inhibitor(struct bus_inhibitor *inhibitor);

/// Shows a notification of one line by the desktop of the session bus at `address`. Blocks until it
/// answers, for seconds at most.
///
/// Fails with -ELIBACC if the library is missing or too old.
int bus_notify(const char *address, const char *line);

#endif
