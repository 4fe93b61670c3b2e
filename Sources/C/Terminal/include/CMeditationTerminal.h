#ifndef CMEDITATION_TERMINAL_H
#define CMEDITATION_TERMINAL_H

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

/// Replaces functions of readline that can crash or hang, also where an inputrc binds them. Call it
/// before rl_initialize().
void replace_key_functions(void);

/// Mends readline's state. Make it readline's redisplay function, which is called after every key.
void tidy_keys(void);

/// Reads as rl_callback_read_char() does. It can jump out of functions that a key is bound to.
void read_key(void);

/// The answer when readline asks for a byte and there is none: EOF, which ends a sequence of keys
/// that is not complete. At the end of a macro, where EOF would end the line, it is a key that does
/// nothing.
int missing_byte(void);

/// True if the program was started with standard output closed. Closed standard streams are opened
/// on /dev/null before main, but to write to that standard output is an error, EBADF.
int standard_output_was_closed(void);

/// Discards what is written to standard output if that was closed; true if it was.
int discard_closed_output(void);

/// The program's argument at `index`: its name at 0, NULL after the last one.
///
/// Swift's own list is read from /proc, which need not be there, and is then looked for before the
/// environment, which a library may have moved.
const char *program_argument(int index);

/// Writes the numbers of these signals to a pipe, a byte each, instead of their usual effect.
///
/// Returns the descriptor to read them from; -1 if the system has none left. The signals of an earlier call go
/// to the new pipe.
int watch_signals(const int *numbers, int count);

/// Keeps these signals for the next `watch_signals`.
void hold_signals(const int *numbers, int count);

#endif
