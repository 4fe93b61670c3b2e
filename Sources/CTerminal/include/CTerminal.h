#ifndef CTERMINAL_H
#define CTERMINAL_H

/// The width of a Unicode scalar in terminal cells, by the C library's table and independent of the
/// locale; -1 if it is not printable.
int cell_width(unsigned int scalar);

/// Sets LC_CTYPE from the environment, or to UTF-8 if that locale is not installed.
void adopt_character_type(void);

/// Sets the modes of the terminal `descriptor` for a line editor: no echo and no line buffering,
/// but Ctrl-C, Ctrl-Z and Ctrl-\ still send signals. Never waits for output to drain. If the
/// program crashes, the previous modes are restored. If a killed program left these modes behind,
/// the default modes count as the previous ones.
void begin_typing(int descriptor);

/// Restores the modes from before `begin_typing`; a second call does nothing.
void end_typing(void);

/// Discards the saved modes, because another program has set its own since.
void forget_typing(void);

/// Whether the program was started with standard output closed. Closed standard streams are opened
/// on /dev/null before main.
int standard_output_was_closed(void);

#endif
