#include "CMeditationBus.h"
#include "library.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#define WHO "Meditation"
#define WHY "Meditation session"
#define SCREEN_SAVER "org.freedesktop.ScreenSaver"

struct bus_inhibitor {
  /// The connection on which the screen saver was inhibited, and its cookie; null for logind.
  sd_bus *bus;
  uint32_t cookie;
  /// The lock of logind; -1 for a screen saver.
  int lock;
};

/// Calls a method with `count` strings, and waits for the reply.
static int call(
  sd_bus *bus, const char *name, const char *path, const char *interface, const char *method,
  const char *const *strings, int count, sd_bus_message **reply
) {
  sd_bus_message *message = NULL;
  int result =
    library.sd_bus_message_new_method_call(bus, &message, name, path, interface, method);
  for (int i = 0; result >= 0 && i < count; i++)
    result = bus_append(message, 's', strings[i]);
  if (result >= 0) result = library.sd_bus_call(bus, message, LIBRARY_PATIENCE, NULL, reply);
  library.sd_bus_message_unref(message);
  return result;
}

/// Source: org.freedesktop.login1(5), Inhibit: "The lock is released the moment this file descriptor
/// is closed".
static int inhibit_logind(sd_bus *bus, struct bus_inhibitor *inhibitor) {
  const char *strings[] = {"idle", WHO, WHY, "block"};
  sd_bus_message *reply = NULL;
  int lock = -1;
  int result = call(
    bus, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
    "Inhibit", strings, 4, &reply);
  if (result >= 0) result = library.sd_bus_message_read_basic(reply, 'h', &lock);
  // The message closes its own descriptor.
  if (result > 0) inhibitor->lock = fcntl(lock, F_DUPFD_CLOEXEC, 3);
  library.sd_bus_message_unref(reply);
  return result > 0 && inhibitor->lock >= 0 ? 0 : -EIO;
}

/// Source: Idle Inhibition Service, org.freedesktop.ScreenSaver: the inhibition ends with UnInhibit,
/// and with the connection.
static int inhibit_screen_saver(sd_bus *bus, struct bus_inhibitor *inhibitor) {
  const char *strings[] = {WHO, WHY};
  sd_bus_message *reply = NULL;
  int result = call(
    bus, SCREEN_SAVER, "/org/freedesktop/ScreenSaver", SCREEN_SAVER, "Inhibit", strings, 2, &reply);
  if (result >= 0) result = library.sd_bus_message_read_basic(reply, 'u', &inhibitor->cookie);
  library.sd_bus_message_unref(reply);
  return result > 0 ? 0 : -EIO;
}

int bus_inhibit(const char *address, bool is_system, struct bus_inhibitor **result) {
  struct bus_inhibitor *inhibitor = calloc(1, sizeof *inhibitor);
  if (!inhibitor) return -ENOMEM;
  inhibitor->lock = -1;
  sd_bus *bus = NULL;
  int problem = library_connect(address, &bus);
  if (problem >= 0)
    problem = is_system ? inhibit_logind(bus, inhibitor) : inhibit_screen_saver(bus, inhibitor);
  if (problem < 0) free(inhibitor);
  else *result = inhibitor;
  if (problem >= 0 && !is_system) inhibitor->bus = bus;
  else if (bus) library.sd_bus_close_unref(bus);
  return problem < 0 ? problem : 0;
}

bool bus_inhibitor_is_lost(const struct bus_inhibitor *inhibitor) {
  // The lock is one end of a pipe; logind closes the other when it ends.
  struct pollfd lock = {.fd = inhibitor->lock};
  return poll(&lock, 1, 0) > 0 && (lock.revents & (POLLERR | POLLHUP)) != 0;
}

void bus_release_inhibitor(struct bus_inhibitor *inhibitor) {
  if (inhibitor->lock >= 0) close(inhibitor->lock);
  if (inhibitor->bus) {
    sd_bus_message *message = NULL;
    int result = library.sd_bus_message_new_method_call(
      inhibitor->bus, &message, SCREEN_SAVER, "/org/freedesktop/ScreenSaver", SCREEN_SAVER,
      "UnInhibit");
    if (result >= 0) result = bus_append(message, 'u', &inhibitor->cookie);
    if (result >= 0) library.sd_bus_call(inhibitor->bus, message, LIBRARY_PATIENCE, NULL, NULL);
    library.sd_bus_message_unref(message);
    library.sd_bus_close_unref(inhibitor->bus);
  }
  free(inhibitor);
}
