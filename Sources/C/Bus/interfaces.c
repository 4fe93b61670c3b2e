// Source: MPRIS D-Bus Interface Specification 2.2, with its names, types and annotations. The
// optional DesktopEntry is left out, because there is no desktop file.

#include "interfaces.h"

#include <stddef.h>

/// Stands for `sd_bus_object_vtable_format` of the library, to which this program does not link. sd-bus
/// wants a pointer, or it ignores the names of arguments; it does not read the value.
static const unsigned format = 242;

/// Like SD_BUS_VTABLE_START. The bus controls who may call, so that no method is privileged.
#define START                                                                                     \
  {                                                                                               \
    .type = _SD_BUS_VTABLE_START, .flags = SD_BUS_VTABLE_UNPRIVILEGED, .x = {                     \
      .start = {                                                                                  \
        .element_size = sizeof(sd_bus_vtable), .features = _SD_BUS_VTABLE_PARAM_NAMES,            \
        .vtable_format_reference = &format                                                        \
      }                                                                                           \
    }                                                                                             \
  }
#define METHOD(name) SD_BUS_METHOD(name, "", "", interface_call, 0)
#define READ(name, type)                                                                          \
  SD_BUS_PROPERTY(name, type, interface_get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
#define READ_SILENT(name, type) SD_BUS_PROPERTY(name, type, interface_get, 0, 0)
#define WRITE(name, type)                                                                         \
  SD_BUS_WRITABLE_PROPERTY(                                                                       \
    name, type, interface_get, interface_refuse_set, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)

const sd_bus_vtable root_interface[] = {
  START,
  METHOD("Raise"),
  METHOD("Quit"),
  READ("CanQuit", "b"),
  WRITE("Fullscreen", "b"),
  READ("CanSetFullscreen", "b"),
  READ("CanRaise", "b"),
  READ("HasTrackList", "b"),
  READ("Identity", "s"),
  READ("SupportedUriSchemes", "as"),
  READ("SupportedMimeTypes", "as"),
  SD_BUS_VTABLE_END,
};

const sd_bus_vtable player_interface[] = {
  START,
  METHOD("Next"),
  METHOD("Previous"),
  METHOD("Pause"),
  METHOD("PlayPause"),
  METHOD("Stop"),
  METHOD("Play"),
  SD_BUS_METHOD_WITH_NAMES("Seek", "x", SD_BUS_PARAM(Offset), "", , interface_call, 0),
  SD_BUS_METHOD_WITH_NAMES(
    "SetPosition", "ox", SD_BUS_PARAM(TrackId) SD_BUS_PARAM(Position), "", , interface_call, 0),
  SD_BUS_METHOD_WITH_NAMES("OpenUri", "s", SD_BUS_PARAM(Uri), "", , interface_call, 0),
  SD_BUS_SIGNAL_WITH_NAMES("Seeked", "x", SD_BUS_PARAM(Position), 0),
  READ("PlaybackStatus", "s"),
  WRITE("LoopStatus", "s"),
  WRITE("Rate", "d"),
  WRITE("Shuffle", "b"),
  READ("Metadata", "a{sv}"),
  WRITE("Volume", "d"),
  READ_SILENT("Position", "x"),
  READ("MinimumRate", "d"),
  READ("MaximumRate", "d"),
  READ("CanGoNext", "b"),
  READ("CanGoPrevious", "b"),
  READ("CanPlay", "b"),
  READ("CanPause", "b"),
  READ("CanSeek", "b"),
  READ_SILENT("CanControl", "b"),
  SD_BUS_VTABLE_END,
};
