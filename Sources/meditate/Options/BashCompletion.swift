import ArgumentParser

/// Extends the parser's completion script for Bash, which completes subcommands as paths.
enum BashCompletion {
  /// Whether `message` is the completion script of the whole program for Bash.
  static func isNeeded(after message: String) -> Bool {
    message.hasSuffix("-F _\(command) \(command)")
  }

  /// Calls the functions of the parser's script with the variables that they need.
  static let bySubcommand = """

    # A subcommand must be the first argument.
    _\(command)_by_subcommand() {
        local subcommand="${COMP_WORDS[1]}"
        if [[ "${COMP_CWORD}" -gt 1 && "${subcommand}" =~ ^(\(subcommands.joined(separator: "|")))$ ]]; then
            local cur="${2}" prev="${3}"
            local -a unparsed_words=("${COMP_WORDS[@]:2:COMP_CWORD-1}")
            local -a repeating_flags non_repeating_flags repeating_options non_repeating_options
            local -i positional_number
            "_\(command)_${subcommand}"
            return
        fi
        _\(command) "${@}"
        if [[ "${COMP_CWORD}" -eq 1 ]]; then
            COMPREPLY+=($(compgen -W '\(subcommands.joined(separator: " "))' -- "${2}"))
        fi
    }

    complete -o filenames -F _\(command)_by_subcommand \(command)
    """

  private static let command = Meditate._commandName
  private static let subcommands =
    Meditate.configuration.subcommands.map { $0._commandName } + ["help"]
}
