#define _GNU_SOURCE
#include "CMeditationPulse.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <pulse/pulseaudio.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PULSE_FUNCTIONS(use)                                                                      \
  use(pa_threaded_mainloop_new) use(pa_threaded_mainloop_start) use(pa_threaded_mainloop_stop)    \
  use(pa_threaded_mainloop_free) use(pa_threaded_mainloop_lock)                                   \
  use(pa_threaded_mainloop_unlock) use(pa_threaded_mainloop_get_api) use(pa_context_new)          \
  use(pa_context_set_state_callback) use(pa_context_get_state) use(pa_context_connect)            \
  use(pa_context_disconnect) use(pa_context_unref)                                                \
  use(pa_context_set_subscribe_callback) use(pa_context_subscribe)                                \
  use(pa_context_get_sink_input_info_list) use(pa_context_get_sink_info_list)                     \
  use(pa_context_get_sink_input_info) use(pa_context_kill_sink_input) use(pa_operation_unref)     \
  use(pa_operation_cancel) use(pa_proplist_gets) use(pa_get_host_name)

/// The library, valid once `is_loaded`.
static struct {
#define MEMBER(name) __typeof__(&name) name;
  PULSE_FUNCTIONS(MEMBER)
#undef MEMBER
} pulse;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;

static void load(void) {
  void *handle = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
#define FIND(name)                                                                                \
  if (!(pulse.name = (__typeof__(&name))dlsym(handle, #name))) return;
  PULSE_FUNCTIONS(FIND)
#undef FIND
  is_loaded = true;
}

/// A sink with its active port.
struct place {
  uint32_t sink;
  /// Empty if the sink has no ports.
  char port[128];
  enum pulse_kind kind;
  enum pulse_presence presence;
  /// True if the sink renders far ahead, and anew where sound comes behind silence.
  bool rewinds;
};

/// Used under the lock of `loop`, on whose thread all callbacks are.
struct pulse_watch {
  pa_threaded_mainloop *loop;
  pa_context *context;
  void (*lost)(void *context, bool were_headphones);
  void *receiver;
  /// The stream of this process, and where it was heard at the last look; PA_INVALID_INDEX while unknown.
  uint32_t stream;
  struct place place;
  /// Where the present look finds it, if it does, and what it finds at `place`.
  struct place found;
  bool is_found;
  enum pulse_presence presence;
  /// True while a look is under way; and if another one must follow.
  bool is_looking, looks_again;
  /// The last answer of the server about the delay, and the signal that it came.
  struct pulse_delay delay;
  sem_t is_answered;
};

bool pulse_is_loss(struct pulse_change change) {
  bool were_headphones = change.before == PULSE_HEADPHONES, were_speakers = change.before == PULSE_SPEAKERS;
  // A loss counts once. Where headphones are plugged in, a driver may say that the speakers are not there.
  bool is_gone = change.is == PULSE_NOT_THERE && (change.was != PULSE_NOT_THERE || were_speakers);
  if (change.place == PULSE_SAME_PLACE) return is_gone && !were_speakers;
  if (change.now == PULSE_HEADPHONES) return false;
  bool may_be_gone = change.place == PULSE_OTHER_PORT && change.is == PULSE_MAYBE_THERE;
  return is_gone || (were_headphones && may_be_gone);
}

// MARK: - What the server says

static enum pulse_kind kind_of(const pa_sink_info *sink) {
  // Servers before 14.0 do not know the type.
  switch (sink->active_port ? sink->active_port->type : PA_DEVICE_PORT_TYPE_UNKNOWN) {
  case PA_DEVICE_PORT_TYPE_HEADPHONES:
  case PA_DEVICE_PORT_TYPE_HEADSET:
  case PA_DEVICE_PORT_TYPE_EARPIECE: return PULSE_HEADPHONES;
  case PA_DEVICE_PORT_TYPE_SPEAKER: return PULSE_SPEAKERS;
  }
  const char *form = pulse.pa_proplist_gets(sink->proplist, PA_PROP_DEVICE_FORM_FACTOR);
  bool is_worn = form && (!strcmp(form, "headphone") || !strcmp(form, "headset"));
  return is_worn ? PULSE_HEADPHONES : PULSE_OTHER;
}

/// Of the port `name` of `sink`. A sink without ports is there.
static enum pulse_presence presence_of(const pa_sink_info *sink, const char *name) {
  if (!*name) return PULSE_THERE;
  for (uint32_t i = 0; i < sink->n_ports; i++) {
    if (strncmp(sink->ports[i]->name, name, sizeof((struct place *)0)->port - 1)) continue;
    switch (sink->ports[i]->available) {
    case PA_PORT_AVAILABLE_NO: return PULSE_NOT_THERE;
    case PA_PORT_AVAILABLE_YES: return PULSE_THERE;
    default: return PULSE_MAYBE_THERE;
    }
  }
  return PULSE_NOT_THERE;
}

static struct place place_of(const pa_sink_info *sink) {
  struct place place = {
    .sink = sink->index, .kind = kind_of(sink), .rewinds = sink->flags & PA_SINK_DYNAMIC_LATENCY};
  if (sink->active_port)
    snprintf(place.port, sizeof place.port, "%s", sink->active_port->name);
  place.presence = presence_of(sink, place.port);
  return place;
}

static bool is_of_this_process(const pa_sink_input_info *stream) {
  char process[16], host[256];
  snprintf(process, sizeof process, "%ld", (long)getpid());
  const char *its_process =
    pulse.pa_proplist_gets(stream->proplist, PA_PROP_APPLICATION_PROCESS_ID);
  // A process in a container may have the same number.
  const char *its_host =
    pulse.pa_proplist_gets(stream->proplist, PA_PROP_APPLICATION_PROCESS_HOST);
  return its_process && !strcmp(its_process, process)
    && (!its_host || !pulse.pa_get_host_name(host, sizeof host) || !strcmp(its_host, host));
}

// MARK: - Looking for the stream among all, and then for its sink

static void release(pa_operation *operation) {
  if (operation) pulse.pa_operation_unref(operation);
}

static void compare(struct pulse_watch *watch) {
  struct place before = watch->place, now = watch->found;
  watch->place = now;
  if (before.sink == PA_INVALID_INDEX) return;
  struct pulse_change change = {
    .place = now.sink != before.sink ? PULSE_OTHER_SINK
      : strcmp(now.port, before.port) ? PULSE_OTHER_PORT
                                      : PULSE_SAME_PLACE,
    .before = before.kind, .now = now.kind, .was = before.presence, .is = watch->presence};
  if (pulse_is_loss(change)) watch->lost(watch->receiver, before.kind == PULSE_HEADPHONES);
}

static void look(struct pulse_watch *watch);

static void take_stream(pa_context *context, const pa_sink_input_info *stream, int end, void *data) {
  struct pulse_watch *watch = data;
  if (!stream || !is_of_this_process(stream)) return;
  // The last one counts: an earlier one may still play to its end. Between two sinks it has none.
  watch->stream = stream->index;
  watch->found.sink = stream->sink;
}

static void take_sink(pa_context *context, const pa_sink_info *sink, int end, void *data) {
  struct pulse_watch *watch = data;
  if (sink && sink->index == watch->place.sink)
    watch->presence = presence_of(sink, watch->place.port);
  if (sink && sink->index == watch->found.sink) {
    watch->found = place_of(sink);
    watch->is_found = true;
  }
  if (sink) return;
  watch->is_looking = false;
  if (end > 0 && watch->is_found) compare(watch);
  if (watch->looks_again) look(watch);
}

static void look(struct pulse_watch *watch) {
  watch->looks_again = watch->is_looking;
  if (watch->is_looking) return;
  watch->found.sink = PA_INVALID_INDEX;
  watch->is_found = false;
  watch->presence = PULSE_NOT_THERE;
  // Answered in this order.
  release(pulse.pa_context_get_sink_input_info_list(watch->context, take_stream, watch));
  pa_operation *last = pulse.pa_context_get_sink_info_list(watch->context, take_sink, watch);
  watch->is_looking = last != NULL;
  release(last);
}

// MARK: - The connection

static void take_event(
  pa_context *context, pa_subscription_event_type_t event, uint32_t index, void *data
) {
  struct pulse_watch *watch = data;
  bool is_of_sink =
    (event & PA_SUBSCRIPTION_EVENT_FACILITY_MASK) == PA_SUBSCRIPTION_EVENT_SINK;
  uint32_t known = is_of_sink ? watch->place.sink : watch->stream;
  if (index == known || watch->stream == PA_INVALID_INDEX) look(watch);
}

static void take_state(pa_context *context, void *data) {
  struct pulse_watch *watch = data;
  if (pulse.pa_context_get_state(context) != PA_CONTEXT_READY) return;
  pulse.pa_context_set_subscribe_callback(context, take_event, watch);
  release(pulse.pa_context_subscribe(
    context, PA_SUBSCRIPTION_MASK_SINK | PA_SUBSCRIPTION_MASK_SINK_INPUT, NULL, NULL));
  look(watch);
}

struct pulse_watch *pulse_watch_start(
  const char *server, void (*lost)(void *context, bool were_headphones), void *receiver
) {
  pthread_once(&once, load);
  struct pulse_watch *watch = is_loaded ? calloc(1, sizeof *watch) : NULL;
  if (!watch) return NULL;
  sem_init(&watch->is_answered, 0, 0);
  watch->lost = lost;
  watch->receiver = receiver;
  watch->stream = watch->place.sink = PA_INVALID_INDEX;
  watch->loop = pulse.pa_threaded_mainloop_new();
  if (watch->loop)
    watch->context =
      pulse.pa_context_new(pulse.pa_threaded_mainloop_get_api(watch->loop), "meditate");
  if (watch->context) {
    pulse.pa_context_set_state_callback(watch->context, take_state, watch);
    if (
      pulse.pa_context_connect(watch->context, server, PA_CONTEXT_NOAUTOSPAWN, NULL) >= 0
      && pulse.pa_threaded_mainloop_start(watch->loop) >= 0)
      return watch;
  }
  pulse_watch_stop(watch);
  return NULL;
}

static void take_delay(pa_context *context, const pa_sink_input_info *stream, int end, void *data) {
  struct pulse_watch *watch = data;
  if (stream)
    watch->delay = (struct pulse_delay){
      .whole = stream->buffer_usec + stream->sink_usec,
      .least = stream->buffer_usec + (watch->place.rewinds ? 0 : stream->sink_usec)};
  else sem_post(&watch->is_answered);
}

struct pulse_delay pulse_watch_delay(struct pulse_watch *watch) {
  struct pulse_delay delay = {0};
  struct timespec limit;
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_nsec += 50 * 1000 * 1000;
  limit.tv_sec += limit.tv_nsec / 1000000000;
  limit.tv_nsec %= 1000000000;
  pulse.pa_threaded_mainloop_lock(watch->loop);
  watch->delay = delay;
  pa_operation *asking = watch->stream == PA_INVALID_INDEX
    ? NULL
    : pulse.pa_context_get_sink_input_info(watch->context, watch->stream, take_delay, watch);
  pulse.pa_threaded_mainloop_unlock(watch->loop);
  if (!asking) return delay;
  while (sem_clockwait(&watch->is_answered, CLOCK_MONOTONIC, &limit) && errno == EINTR);
  pulse.pa_threaded_mainloop_lock(watch->loop);
  // An answer that is late is not taken for that to the next question.
  pulse.pa_operation_cancel(asking);
  release(asking);
  while (!sem_trywait(&watch->is_answered));
  delay = watch->delay;
  pulse.pa_threaded_mainloop_unlock(watch->loop);
  return delay;
}

void pulse_watch_end_stream(struct pulse_watch *watch) {
  pulse.pa_threaded_mainloop_lock(watch->loop);
  if (watch->stream != PA_INVALID_INDEX)
    release(pulse.pa_context_kill_sink_input(watch->context, watch->stream, NULL, NULL));
  pulse.pa_threaded_mainloop_unlock(watch->loop);
}

void pulse_watch_stop(struct pulse_watch *watch) {
  if (watch->loop) pulse.pa_threaded_mainloop_stop(watch->loop);
  if (watch->context) {
    pulse.pa_context_set_state_callback(watch->context, NULL, NULL);
    pulse.pa_context_disconnect(watch->context);
    pulse.pa_context_unref(watch->context);
  }
  if (watch->loop) pulse.pa_threaded_mainloop_free(watch->loop);
  free(watch);
}
