#ifndef LIBRARY_H
#define LIBRARY_H

#include <systemd/sd-bus.h>

/// How long a service may take to answer a call that waits, in microseconds.
#define LIBRARY_PATIENCE 5000000

/// The functions of sd-bus that the player, the inhibitor and the notification use.
#define BUS_FUNCTIONS(use)                                                                        \
  use(sd_bus_new) use(sd_bus_set_address) use(sd_bus_set_bus_client) use(sd_bus_start)            \
  use(sd_bus_close_unref) use(sd_bus_add_object_vtable) use(sd_bus_add_filter)                    \
  use(sd_bus_request_name_async) use(sd_bus_process) use(sd_bus_get_fd) use(sd_bus_get_events)    \
  use(sd_bus_get_timeout) use(sd_bus_get_n_queued_write) use(sd_bus_send)                         \
  use(sd_bus_emit_properties_changed_strv) use(sd_bus_message_new_signal)                         \
  use(sd_bus_message_ref) use(sd_bus_message_unref) use(sd_bus_message_rewind)                    \
  use(sd_bus_message_is_method_call) use(sd_bus_message_is_method_error)                          \
  use(sd_bus_message_get_errno) use(sd_bus_message_get_path) use(sd_bus_message_get_member)       \
  use(sd_bus_message_has_signature) use(sd_bus_message_peek_type)                                 \
  use(sd_bus_message_read_basic) use(sd_bus_message_append_basic)                                 \
  use(sd_bus_message_enter_container) use(sd_bus_message_open_container)                          \
  use(sd_bus_message_close_container) use(sd_bus_reply_method_return)                             \
  use(sd_bus_reply_method_error) use(sd_bus_error_set_const)                                      \
  use(sd_bus_message_new_method_call) use(sd_bus_call)

struct bus_library {
#define MEMBER(name) __typeof__(&name) name;
  BUS_FUNCTIONS(MEMBER)
#undef MEMBER
};

/// The library, valid after `library_load` succeeded.
extern struct bus_library library;

/// Loads the library once; safe on any thread. Returns 0 or -ELIBACC.
int library_load(void);

/// Loads the library, and begins to connect to the bus at `address`. A connection that is not null must
/// be closed, also after a failure.
int library_connect(const char *address, sd_bus **bus);

#endif
