#define _XOPEN_SOURCE 700

#include "CMeditationCells.h"

#include <locale.h>
#include <wchar.h>

int cell_width(unsigned int scalar) {
  static locale_t unicode;
  if (!unicode) unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (!unicode) return 1;
  locale_t users = uselocale(unicode);
  int width = wcwidth((wchar_t)scalar);
  uselocale(users);
  return width;
}
