#ifndef CTERMINAL_H
#define CTERMINAL_H

/// The terminal cells of a Unicode scalar by the C library's table, whatever the user's locale;
/// -1 for what cannot be printed.
int cell_width(unsigned int scalar);

/// Makes the process's character type that of the user's locale, or UTF-8 where that locale is not
/// installed.
void adopt_character_type(void);

/// Remembers the modes of the terminal `descriptor` as they are now, and sets them back should the
/// program crash or be told to dump core. Calling it again remembers the modes of then.
void guard_terminal(int descriptor);

/// Ends the guard: a crash leaves the terminal as it is.
void unguard_terminal(void);

#endif
