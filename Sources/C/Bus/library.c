#include "library.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>

struct bus_library library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
  void *handle = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
#define FIND(name)                                                                                \
  if (!(library.name = (__typeof__(&name))dlsym(handle, #name))) return;
  BUS_FUNCTIONS(FIND)
#undef FIND
  is_loaded = 1;
}

int library_load(void) {
  pthread_once(&once, load);
  return is_loaded ? 0 : -ELIBACC;
}

int library_connect(const char *address, sd_bus **bus) {
  int result = library_load();
  if (result >= 0) result = library.sd_bus_new(bus);
  if (result >= 0) result = library.sd_bus_set_address(*bus, address);
  if (result >= 0) result = library.sd_bus_set_bus_client(*bus, true);
  return result >= 0 ? library.sd_bus_start(*bus) : result;
}
