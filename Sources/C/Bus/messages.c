#include "CMeditationBus.h"
#include "library.h"

#include <stddef.h>

void bus_reply(sd_bus_message *call) { library.sd_bus_reply_method_return(call, NULL); }

void bus_reply_error(sd_bus_message *call, const char *name, const char *text) {
  sd_bus_error error = SD_BUS_ERROR_MAKE_CONST(name, text);
  library.sd_bus_reply_method_error(call, &error);
}

void bus_retain(sd_bus_message *message) { library.sd_bus_message_ref(message); }

void bus_release(sd_bus_message *message) { library.sd_bus_message_unref(message); }

bool bus_read_bool(sd_bus_message *message) {
  // sd-bus reads a boolean as an int.
  int value = 0;
  return library.sd_bus_message_read_basic(message, SD_BUS_TYPE_BOOLEAN, &value) > 0 && value;
}

int64_t bus_read_int64(sd_bus_message *message) {
  int64_t value = 0;
  library.sd_bus_message_read_basic(message, SD_BUS_TYPE_INT64, &value);
  return value;
}

double bus_read_double(sd_bus_message *message) {
  double value = 0;
  library.sd_bus_message_read_basic(message, SD_BUS_TYPE_DOUBLE, &value);
  return value;
}

static const char *read_text(sd_bus_message *message, char type) {
  const char *value = NULL;
  return library.sd_bus_message_read_basic(message, type, &value) > 0 ? value : NULL;
}

const char *bus_read_string(sd_bus_message *message) {
  return read_text(message, SD_BUS_TYPE_STRING);
}

const char *bus_read_path(sd_bus_message *message) {
  return read_text(message, SD_BUS_TYPE_OBJECT_PATH);
}

int bus_append_bool(sd_bus_message *message, bool value) {
  int number = value;
  return library.sd_bus_message_append_basic(message, SD_BUS_TYPE_BOOLEAN, &number);
}

int bus_append_int64(sd_bus_message *message, int64_t value) {
  return library.sd_bus_message_append_basic(message, SD_BUS_TYPE_INT64, &value);
}

int bus_append_double(sd_bus_message *message, double value) {
  return library.sd_bus_message_append_basic(message, SD_BUS_TYPE_DOUBLE, &value);
}

int bus_append_string(sd_bus_message *message, const char *value) {
  return library.sd_bus_message_append_basic(message, SD_BUS_TYPE_STRING, value);
}

int bus_append_path(sd_bus_message *message, const char *value) {
  return library.sd_bus_message_append_basic(message, SD_BUS_TYPE_OBJECT_PATH, value);
}

int bus_open_container(sd_bus_message *message, char type, const char *contents) {
  return library.sd_bus_message_open_container(message, type, contents);
}

int bus_close_container(sd_bus_message *message) {
  return library.sd_bus_message_close_container(message);
}
