#ifndef INTERFACES_H
#define INTERFACES_H

#include "library.h"

#define OBJECT "/org/mpris/MediaPlayer2"
#define ROOT_INTERFACE "org.mpris.MediaPlayer2"
#define PLAYER_INTERFACE "org.mpris.MediaPlayer2.Player"

struct bus_player {
  sd_bus *bus;
  const struct bus_handlers *handlers;
  void *context;
};

/// The two interfaces of MPRIS 2.2; their user data is a `struct bus_player`.
extern const sd_bus_vtable root_interface[];
extern const sd_bus_vtable player_interface[];

/// Their handlers, in connection.c.
int interface_call(sd_bus_message *, void *, sd_bus_error *);
int interface_get(
  sd_bus *, const char *, const char *, const char *, sd_bus_message *, void *, sd_bus_error *);
int interface_refuse_set(
  sd_bus *, const char *, const char *, const char *, sd_bus_message *, void *, sd_bus_error *);

#endif
