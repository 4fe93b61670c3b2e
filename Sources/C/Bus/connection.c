#include "CMeditationBus.h"
#include "interfaces.h"
#include "library.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int interface_call(sd_bus_message *call, void *data, sd_bus_error *error) {
  struct bus_player *player = data;
  player->handlers->call(player->context, call, library.sd_bus_message_get_member(call));
  return 1;
}

int interface_get(
  sd_bus *bus, const char *path, const char *interface, const char *property,
  sd_bus_message *reply, void *data, sd_bus_error *error
) {
  struct bus_player *player = data;
  return player->handlers->get(player->context, reply, property);
}

/// The properties that can be set never come here: `take_set` takes them.
int interface_refuse_set(
  sd_bus *bus, const char *path, const char *interface, const char *property,
  sd_bus_message *value, void *data, sd_bus_error *error
) {
  library.sd_bus_error_set_const(error, SD_BUS_ERROR_NOT_SUPPORTED, "This cannot be changed.");
  return -EOPNOTSUPP;
}

/// The type of a property of the Player interface that can be set; null if it cannot.
static const char *settable_type(const char *property) {
  if (!strcmp(property, "LoopStatus")) return "s";
  if (!strcmp(property, "Shuffle")) return "b";
  if (!strcmp(property, "Rate") || !strcmp(property, "Volume")) return "d";
  return NULL;
}

static const char *read_string(sd_bus_message *message) {
  const char *text = NULL;
  return bus_read(message, 's', &text) ? text : "";
}

/// Takes Set of the Properties interface before sd-bus does: a setter of sd-bus must answer at once,
/// but whether the session refuses a change is known later.
static int take_set(sd_bus_message *call, void *data, sd_bus_error *error) {
  struct bus_player *player = data;
  if (library.sd_bus_message_is_method_call(call, "org.freedesktop.DBus.Properties", "Set") <= 0
    || library.sd_bus_message_has_signature(call, "ssv") <= 0
    || strcmp(library.sd_bus_message_get_path(call), OBJECT))
    return 0;
  const char *interface = read_string(call);
  const char *property = read_string(call);
  const char *type = settable_type(property);
  if (!type || (*interface && strcmp(interface, PLAYER_INTERFACE)))
    return library.sd_bus_message_rewind(call, true) < 0 ? -EIO : 0;
  const char *contents = NULL;
  if (library.sd_bus_message_peek_type(call, NULL, &contents) <= 0 || strcmp(contents, type)
    || library.sd_bus_message_enter_container(call, 'v', type) < 0) {
    bus_reply_error(call, SD_BUS_ERROR_INVALID_ARGS, "The value has another type.");
    return 1;
  }
  player->handlers->set(player->context, call, property);
  return 1;
}

static int take_name(sd_bus_message *reply, void *data, sd_bus_error *error) {
  struct bus_player *player = data;
  uint32_t answer = 0;
  int result = 0;
  if (library.sd_bus_message_is_method_error(reply, NULL) > 0)
    result = -library.sd_bus_message_get_errno(reply);
  else if (!bus_read(reply, 'u', &answer))
    result = -EBADMSG;
  // Source: D-Bus Specification, RequestName: 1 is the primary owner, 4 the owner already.
  else if (answer != 1 && answer != 4)
    result = -EEXIST;
  player->handlers->named(player->context, result);
  return 1;
}

static int start(struct bus_player *player, const char *address) {
  int result = library_connect(address, &player->bus);
  if (result >= 0) result = library.sd_bus_add_filter(player->bus, NULL, take_set, player);
  if (result >= 0)
    result = library.sd_bus_add_object_vtable(
      player->bus, NULL, OBJECT, ROOT_INTERFACE, root_interface, player);
  if (result >= 0)
    result = library.sd_bus_add_object_vtable(
      player->bus, NULL, OBJECT, PLAYER_INTERFACE, player_interface, player);
  return result;
}

int bus_open(
  const char *address, const struct bus_handlers *handlers, void *context,
  struct bus_player **result
) {
  int problem = library_load();
  if (problem < 0) return problem;
  struct bus_player *player = calloc(1, sizeof *player);
  if (!player) return -ENOMEM;
  player->handlers = handlers;
  player->context = context;
  problem = start(player, address);
  if (problem < 0) {
    bus_close(player);
    return problem;
  }
  *result = player;
  return 0;
}

void bus_close(struct bus_player *player) {
  library.sd_bus_close_unref(player->bus);
  free(player);
}

int bus_request_name(struct bus_player *player, const char *name) {
  return library.sd_bus_request_name_async(player->bus, NULL, name, 0, take_name, player);
}

int bus_process(struct bus_player *player) { return library.sd_bus_process(player->bus, NULL); }

bool bus_is_writing(struct bus_player *player) {
  uint64_t count = 0;
  return library.sd_bus_get_n_queued_write(player->bus, &count) >= 0 && count > 0;
}

int bus_emit_changed(struct bus_player *player, char **properties) {
  return library.sd_bus_emit_properties_changed_strv(
    player->bus, OBJECT, PLAYER_INTERFACE, properties);
}

int bus_emit_seeked(struct bus_player *player, int64_t position) {
  sd_bus_message *signal = NULL;
  int result = library.sd_bus_message_new_signal(
    player->bus, &signal, OBJECT, PLAYER_INTERFACE, "Seeked");
  if (result >= 0) result = bus_append(signal, 'x', &position);
  if (result >= 0) result = library.sd_bus_send(player->bus, signal, NULL);
  library.sd_bus_message_unref(signal);
  return result;
}
