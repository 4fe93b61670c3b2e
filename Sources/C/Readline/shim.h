#include <stdio.h>
#include <readline/readline.h>
#include <readline/history.h>

// The library speaks through global variables, which Swift 6 does not touch. They are reached here,
// from the one actor that calls the library.

static inline void crl_set_name(const char *name) { rl_readline_name = name; }

static inline void crl_set_streams(FILE *input, FILE *output) {
  rl_instream = input;
  rl_outstream = output;
}

/// Signals, the terminal's modes and its screen are the program's own concern. (Readline would wait
/// for all output to be taken before it changes the modes.)
static inline void crl_leave_terminal_alone(void) {
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_prep_term_function = NULL;
  rl_deprep_term_function = NULL;
}

static inline void crl_set_redisplay(rl_voidfunc_t *redisplay) {
  rl_redisplay_function = redisplay;
}

static inline void crl_set_input(rl_getc_func_t *next, rl_hook_func_t *is_available) {
  rl_getc_function = next;
  rl_input_available_hook = is_available;
}

static inline void crl_set_completion(
    rl_completion_func_t *complete, rl_compdisp_func_t *show) {
  rl_attempted_completion_function = complete;
  rl_completion_display_matches_hook = show;
  rl_completer_word_break_characters = " \t";
  rl_basic_quote_characters = "";
}

static inline void crl_end_completion(void) { rl_attempted_completion_over = 1; }

/// A folder goes on. Readline itself adds a blank to each single completion.
static inline void crl_append_nothing(void) { rl_completion_append_character = '\0'; }

static inline const char *crl_line(void) { return rl_line_buffer ? rl_line_buffer : ""; }
static inline int crl_end(void) { return rl_end; }
static inline int crl_point(void) { return rl_point; }
static inline const char *crl_prompt(void) { return rl_display_prompt ? rl_display_prompt : ""; }

/// The newest line of the history; NULL where there is none.
static inline const char *crl_newest_line(void) {
  HIST_ENTRY *entry = history_get(history_base + history_length - 1);
  return entry ? entry->line : NULL;
}

/// True while keys go to a search or another question, not to the line.
static inline int crl_is_asking(void) {
  return RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG) != 0;
}
