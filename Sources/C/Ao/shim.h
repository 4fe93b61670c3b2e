#include <ao/ao.h>

#include "trial.h"
