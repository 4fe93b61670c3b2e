#include "CMeditationBus.h"
#include "library.h"

#define NOTIFICATIONS "org.freedesktop.Notifications"

/// Source: Desktop Notifications Specification, Notify: `replaces_id` 0 replaces none, an empty icon, body
/// and list of actions are allowed, and -1 lets the service decide when it is removed.
static int append(sd_bus_message *message, const char *line) {
  const uint32_t replaces = 0;
  const int32_t timeout = -1;
  int result = bus_append(message, 's', "Meditation");
  if (result >= 0) result = bus_append(message, 'u', &replaces);
  if (result >= 0) result = bus_append(message, 's', "");
  if (result >= 0) result = bus_append(message, 's', line);
  if (result >= 0) result = bus_append(message, 's', "");
  for (int i = 0; result >= 0 && i < 2; i++) {
    result = bus_open_container(message, 'a', i == 0 ? "s" : "{sv}");
    if (result >= 0) result = bus_close_container(message);
  }
  if (result >= 0) result = bus_append(message, 'i', &timeout);
  return result;
}

int bus_notify(const char *address, const char *line) {
  sd_bus *bus = NULL;
  sd_bus_message *message = NULL;
  int result = library_connect(address, &bus);
  if (result >= 0)
    result = library.sd_bus_message_new_method_call(
      bus, &message, NOTIFICATIONS, "/org/freedesktop/Notifications", NOTIFICATIONS, "Notify");
  if (result >= 0) result = append(message, line);
  if (result >= 0) result = library.sd_bus_call(bus, message, LIBRARY_PATIENCE, NULL, NULL);
  if (message) library.sd_bus_message_unref(message);
  if (bus) library.sd_bus_close_unref(bus);
  return result < 0 ? result : 0;
}
