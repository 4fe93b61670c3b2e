#ifndef CTERMINAL_H
#define CTERMINAL_H

/// The terminal cells of a Unicode scalar by the C library's table, whatever the user's locale;
/// -1 for what cannot be printed.
int cell_width(unsigned int scalar);

/// Makes the process's character type that of the user's locale, or UTF-8 where that locale is not
/// installed.
void adopt_character_type(void);

/// Puts the terminal `descriptor` into the modes in which a line editor reads each key: keys are
/// neither echoed nor gathered into lines, but Ctrl-C, Ctrl-Z and Ctrl-\ still are signals. Never
/// waits for output to be taken. Should the program crash or be told to dump core, the modes of
/// before are set back. Where a killed program left these modes behind, the modes of before are the
/// usual ones.
void begin_typing(int descriptor);

/// Sets the modes of before `begin_typing` back; a second call does nothing.
void end_typing(void);

/// Takes the modes for typing as gone: another program has set its own since.
void forget_typing(void);

/// Whether the program was started with standard output closed. Such a stream is opened on nothing
/// before anything else runs.
int standard_output_was_closed(void);

#endif
