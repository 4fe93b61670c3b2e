#define _XOPEN_SOURCE 700

#include "CMeditationTerminal.h"

#include <langinfo.h>
#include <locale.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

// Readline 8.2 crashes or hangs on some sequences of keys. Here its state is mended between any two
// keys, as far as a later key depends on it, and functions that crash on their own are replaced.

void adopt_character_type(void) {
  if (!setlocale(LC_CTYPE, "")) setlocale(LC_CTYPE, "C.UTF-8");
}

enum { largest_argument = 999, vi_mode = 0, longest_macro = 4096 };

/// Where readline jumps to when a key has no meaning. Exported, but in no header.
extern sigjmp_buf _rl_top_level;
/// -1 for a negative argument. In no header, either.
extern int rl_arg_sign;

static sigjmp_buf reading;
static int is_reading;
/// The keys obeyed since the last one was typed.
static int obeyed;

/// Readline would put the size of the terminal into the environment, which other threads read. Runs
/// before main: the terminal's type is looked up first of all.
__attribute__((constructor)) static void keep_environment(void) { rl_change_environment = 0; }

/// The length of the UTF-8 character at `text`; 0 if it is NUL, or none.
static int character_length(const unsigned char *text, int available) {
  int first = text[0];
  if (first < 0x80) return first != 0;
  int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (length > available) return 0;
  for (int i = 1; i < length; i++) {
    if ((text[i] & 0xC0) != 0x80) return 0;
  }
  return length;
}

/// Removes what is no character, and moves the cursor to the start of a character. Functions of vi
/// mode loop forever on a line that contains a NUL or a part of a character.
static void tidy_line(void) {
  int kept = 0, point = 0;
  for (int next = 0; next < rl_end;) {
    if (next <= rl_point) point = kept;
    int length = character_length((unsigned char *)rl_line_buffer + next, rl_end - next);
    if (kept < next) memmove(rl_line_buffer + kept, rl_line_buffer + next, (size_t)length);
    kept += length;
    next += length ? length : 1;
  }
  if (rl_point >= rl_end) point = kept;
  if (kept < rl_end) {
    rl_free_undo_list();
    rl_line_buffer[kept] = 0;
    rl_end = kept;
  }
  rl_point = point;
  if (rl_mark > rl_end) rl_mark = rl_end;
}

void tidy_keys(void) {
  // Readline reads several keys in one call, of a macro or of a sequence that it takes apart. It
  // would jump into the function that read the first one, which has returned.
  if (is_reading) memcpy(&_rl_top_level, &reading, sizeof reading);
  // A macro whose last key calls it again would go on without end.
  if (is_reading && rl_executing_macro && ++obeyed > longest_macro) {
    // Readline calls this again while it gives the macro up.
    obeyed = 0;
    rl_abort(1, 0);
  }
  // A line of the history that was left after a change refers to the changes. Readline frees them,
  // or a part of them, while it still refers to them from here.
  HIST_ENTRY **lines = history_list();
  for (int i = 0; lines && lines[i]; i++) lines[i]->data = NULL;
  // A macro that was given up leaves readline waiting for the rest of it, without end.
  if (!rl_executing_macro) RL_UNSETSTATE(RL_STATE_MACROINPUT);
  if (rl_line_buffer && !strcmp(nl_langinfo(CODESET), "UTF-8")) tidy_line();
  // Functions repeat themselves so many times, and the digits of an argument would overflow. Those
  // of vi mode count down from a negative argument.
  if (rl_numeric_arg > largest_argument) rl_numeric_arg = largest_argument;
  if (rl_editing_mode == vi_mode) rl_arg_sign = 1;
}

/// Readline reads up to two bytes after the end of a line that ends with '\' or '$('.
static void pad_history(void) {
  enum { padding = 4 };
  HIST_ENTRY **lines = history_list();
  for (int i = 0; lines && lines[i]; i++) {
    size_t length = strlen(lines[i]->line);
    char *line = realloc(lines[i]->line, length + padding);
    if (!line) continue;
    memset(line + length, 0, padding);
    lines[i]->line = line;
  }
}

static int yank_nth_arg(int count, int key) {
  pad_history();
  return rl_yank_nth_arg(count, key);
}

static int vi_yank_arg(int count, int key) {
  pad_history();
  return rl_vi_yank_arg(count, key);
}

static int yank_last_arg(int count, int key) {
  pad_history();
  // A second time it goes on to the line before.
  if (rl_last_func == yank_last_arg) rl_last_func = rl_yank_last_arg;
  return rl_yank_last_arg(count, key);
}

static int is_digit(int key) { return (key & 0x7F) >= '0' && (key & 0x7F) <= '9'; }

/// A key that is no digit would call the function again, without end.
static int digit_argument(int count, int key) {
  return is_digit(key) || (key & 0x7F) == '-' ? rl_digit_argument(count, key) : 0;
}

static int vi_arg_digit(int count, int key) {
  return is_digit(key) ? rl_vi_arg_digit(count, key) : 0;
}

static const struct {
  const char *name;
  rl_command_func_t *usual, *safe;
} replacements[] = {
    {"yank-nth-arg", rl_yank_nth_arg, yank_nth_arg},
    {"yank-last-arg", rl_yank_last_arg, yank_last_arg},
    {"vi-yank-arg", rl_vi_yank_arg, vi_yank_arg},
    {"digit-argument", rl_digit_argument, digit_argument},
    {"vi-arg-digit", rl_vi_arg_digit, vi_arg_digit},
};
enum { replacement_count = sizeof replacements / sizeof *replacements };

static void replace_in(Keymap map) {
  for (int key = 0; key < KEYMAP_SIZE; key++) {
    if (map[key].type == ISKMAP && map[key].function) replace_in((Keymap)map[key].function);
    if (map[key].type != ISFUNC) continue;
    for (int i = 0; i < replacement_count; i++) {
      if (map[key].function == replacements[i].usual) map[key].function = replacements[i].safe;
    }
  }
}

void replace_key_functions(void) {
  // The first function of a name is the one that an inputrc binds.
  for (int i = 0; i < replacement_count; i++) {
    rl_add_defun(replacements[i].name, replacements[i].safe, -1);
  }
  replace_in(emacs_standard_keymap);
  replace_in(vi_insertion_keymap);
  replace_in(vi_movement_keymap);
}

static Keymap usual_keys;
static KEYMAP_ENTRY_ARRAY no_keys;

static int press_nothing(int count, int key) {
  (void)count, (void)key;
  rl_set_keymap(usual_keys);
  return 0;
}

/// A byte that does nothing as the next key.
static int empty_key(void) {
  for (int key = 0; key < KEYMAP_SIZE; key++) no_keys[key] = (KEYMAP_ENTRY){ISFUNC, press_nothing};
  if (rl_get_keymap() != no_keys) usual_keys = rl_get_keymap();
  rl_set_keymap(no_keys);
  return ' ';
}

int missing_byte(void) { return RL_ISSTATE(RL_STATE_READCMD) ? empty_key() : EOF; }

void read_key(void) {
  is_reading = 1;
  obeyed = 0;
  if (sigsetjmp(reading, 0) == 0) {
    rl_callback_read_char();
    // After an argument, as in Alt-2 Enter, readline takes an accepted line only with the next key,
    // which it obeys before.
    if (rl_done) {
      rl_execute_next(empty_key());
      rl_callback_read_char();
    }
  }
  if (rl_get_keymap() == no_keys) rl_set_keymap(usual_keys);
  is_reading = 0;
}
