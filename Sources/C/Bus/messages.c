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

bool bus_read(sd_bus_message *message, char type, void *value) {
  return library.sd_bus_message_read_basic(message, type, value) > 0;
}

int bus_append(sd_bus_message *message, char type, const void *value) {
  return library.sd_bus_message_append_basic(message, type, value);
}

int bus_open_container(sd_bus_message *message, char type, const char *contents) {
  return library.sd_bus_message_open_container(message, type, contents);
}

int bus_close_container(sd_bus_message *message) {
  return library.sd_bus_message_close_container(message);
}
