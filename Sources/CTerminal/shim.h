#include <locale.h>

// Not in the headers that Swift sees without _XOPEN_SOURCE.
extern int wcwidth(__WCHAR_TYPE__);

/// The terminal cells of a Unicode scalar by the C library's table, whatever the user's locale;
/// -1 for what cannot be printed.
static inline int cell_width(unsigned int scalar) {
  static locale_t unicode;
  if (!unicode) unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (!unicode) return 1;
  locale_t users = uselocale(unicode);
  int width = wcwidth((__WCHAR_TYPE__)scalar);
  uselocale(users);
  return width;
}
