import ArgumentParser
import FoundationEssentials
import MeditationLanguage
import MeditationLines
import MeditationPractice
import MeditationRemote
import MeditationScreens
import MeditationSystem
import MeditationText

/// Completion in bash, zsh and fish.
///
/// The scripts of the shells ask the program, which knows its sets and sessions. The parser's own
/// scripts do not suit: zsh stops at an argument that repeats beside subcommands, fish never reaches
/// a subcommand, and bash knows no subcommand after an argument.
enum ShellCompletion {
  /// The first argument of a question. The words of the line up to the cursor follow, without the
  /// program's name; the last one is completed, and may be empty.
  static let question = "---complete"
  /// The parser's description of the program, which takes long to make.
  private static let program = CommandInfo(of: Meditate.self)
  /// Begins a line of the answer that asks the shell for files; their endings follow.
  private static let files = "\tfiles"

  /// The words that fit, one a line, each with its description after a tab; then whether files fit.
  static func answer(to words: [String]) -> String {
    guard let program else { return "" }
    var line = CompletedLine(words, of: program)
    let offer = line.offer()
    let begun = offer.begun.lowercased()
    let lines = offer.words.filter { $0.word.lowercased().hasPrefix(begun) }.map {
      $0.help.isEmpty ? $0.word : "\($0.word)\t\($0.help)"
    }
    let endings = offer.fileEndings.map { ([files] + $0).joined(separator: " ") }
    // A name of a set has no control characters.
    return (lines + [endings].compactMap(\.self)).map { $0 + "\n" }.joined()
  }

  /// The script that these arguments ask for; `nil` if they ask for none, or for another shell.
  static func script(askedBy arguments: [String]) -> String? {
    let option = "--generate-completion-script"
    guard let first = arguments.first, first == option || first.hasPrefix("\(option)=") else {
      return nil
    }
    let given =
      first == option ? arguments.dropFirst().first : String(first.dropFirst(option.count + 1))
    let login = ProgramEnvironment.variables["SHELL"]?.split(separator: "/").last
    switch given ?? login.map(String.init) {
    case "bash": return bash
    case "zsh": return zsh
    case "fish": return fish
    default: return nil
    }
  }

  private static let bash = #"""
    # bash completion for meditate. The program says which words fit.

    _meditate() {
        # Bash takes '=' and ':' for the ends of words. Here a word ends at a blank.
        local IFS=$' \t\n' line="${COMP_LINE:0:COMP_POINT}" word rest
        local -a words=()
        local -i i
        for ((i = 0; i <= COMP_CWORD; i++)); do
            rest="${line#"${line%%[![:space:]]*}"}"
            word="${COMP_WORDS[i]}"
            ((i == COMP_CWORD)) && word="${rest}"
            if ((i > 0)) && [[ "${rest}" == "${line}" ]]; then
                words[${#words[@]} - 1]+="${word}"
            else
                words+=("${word}")
            fi
            line="${rest#"${word}"}"
        done
        words=("${words[@]//[\\\'\"]/}")

        local -a answers=()
        while IFS='' read -r line; do
            answers+=("${line}")
        done < <("${words[0]/#\~\//"${HOME}/"}" ---complete "${words[@]:1}" 2>/dev/null)

        # What readline replaces is only what follows the last '=' or ':'.
        local typed="${2//[\\\'\"]/}" file ending
        local -a offered=() files=()
        local -i isWord=0
        local before="${words[${#words[@]} - 1]}"
        before="${before%"${typed}"}"
        for line in "${answers[@]}"; do
            case "${line}" in
            $'\tfiles'*)
                while IFS='' read -r file; do
                    for ending in ${line#$'\tfiles'} .; do
                        if [[ -d "${file/#\~\//"${HOME}/"}" || "${line}" == $'\tfiles' ]] ||
                            [[ "${file}" == *".${ending}" ]]; then
                            files+=("${file}")
                            break
                        fi
                    done
                done < <(compgen -f -- "${typed}")
                ;;
            *)
                line="${line%%$'\t'*}"
                offered+=("${line#"${before}"}")
                [[ "${line}" == *[\$\`]* || -d "${line}" ]] && isWord=1
                ;;
            esac
        done
        # As the name of a file, a word has a slash where a folder is called so. And bash leaves '$' and
        # '`' unquoted in what is no file, but the names of sets are no expansions.
        if ((isWord || !${#files[@]})) && [[ "${COMP_WORDS[COMP_CWORD]}" != [\'\"]* ]]; then
            compopt +o filenames
            for i in "${!offered[@]}"; do printf -v "offered[i]" '%q' "${offered[i]}"; done
            for i in "${!files[@]}"; do
                [[ -d "${files[i]}" ]] && files[i]+="/"
                printf -v "files[i]" '%q' "${files[i]}"
            done
        fi
        COMPREPLY=("${offered[@]}" "${files[@]}")
    }

    complete -o filenames -F _meditate meditate
    """#

  private static let zsh = #"""
    #compdef meditate
    # zsh completion for meditate. The program says which words fit.

    _meditate() {
        local line name ending result=1 tab=$'\t'
        local files="${tab}files"
        local -a typed answers offered
        ((CURRENT > 2)) && typed=("${(@Q)words[2,CURRENT-1]}")
        answers=("${(@f)$("${(Q)words[1]/#\~\//$HOME/}" ---complete "${typed[@]}" \
            "${(Q)PREFIX}" 2>/dev/null)}")
        for line in "${answers[@]}"; do
            if [[ "${line}" == "${files}"* ]]; then
                [[ "${PREFIX}" == --*=* ]] && compset -P '*='
                if [[ "${line}" == "${files}" ]]; then
                    _files && result=0
                else
                    ending="${line#${files} }"
                    _files -g "*.${ending// / *.}" && result=0
                fi
            elif [[ -n "${line}" ]]; then
                name="${line%%${tab}*}"
                name="${name//:/\\:}"
                [[ "${line}" == *"${tab}"* ]] && name+=":${line#*${tab}}"
                offered+=("${name}")
            fi
        done
        if ((${#offered})); then
            _describe -t words 'word' offered -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' &&
                result=0
        fi
        return result
    }

    if [[ "${funcstack[1]}" == _meditate ]]; then
        _meditate "${@}"
    else
        compdef _meditate meditate
    fi
    """#

  private static let fish = #"""
    # fish completion for meditate. The program says which words fit.

    function __meditate_complete
        set -l words (commandline -opc)
        set -l typed (commandline -ct | string replace -ra '[\\\\\'"]' '')
        test -n "$typed"; or set typed ''
        set -l before (string match -r -- '^--[^=]*=' $typed; or echo '')
        for line in (command $words[1] ---complete $words[2..] $typed 2>/dev/null)
            if string match -q -- \tfiles'*' $line
                set -l endings (string split -n -- ' ' (string replace -- \tfiles '' $line))
                set -l path (string sub -s (math 1 + (string length -- "$before")) -- $typed)
                for file in (complete -C "'' $path")
                    set file (string split -m 1 -- \t $file)[1]
                    if string match -q -- '*/' $file; or test -z "$endings"
                        printf '%s\n' $before$file
                    else if contains -- (string match -r -- '[^.]*$' $file) $endings
                        printf '%s\n' $before$file
                    end
                end
            else
                printf '%s\n' $line
            end
        end
    end

    complete -c meditate -f -a '(__meditate_complete)'
    """#
}

/// A command as the parser describes it.
struct CommandInfo: Decodable {
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      let kind: String
      let name: String

      var spelled: String { (kind == "long" ? "--" : "-") + name }
    }

    struct Values: Decodable {
      struct List: Decodable { let values: [String] }
      struct Files: Decodable { let extensions: [String] }

      let list: List?
      let file: Files?
    }

    let kind: Kind
    let names: [Name]?
    let isRepeating: Bool
    let valueName: String?
    let abstract: String?
    let completionKind: Values?
    let parsingStrategy: String?
    /// False if the program gives it its name, not the user.
    let shouldDisplay: Bool

    /// True if all that follows is its value.
    var takesRest: Bool { parsingStrategy == "allRemainingInput" }
    var spellings: [String] { (names ?? []).filter { $0.kind == "long" }.map(\.spelled) }

    func isNamed(_ word: String) -> Bool { (names ?? []).contains { $0.spelled == word } }
  }

  private struct Dump: Decodable { let command: CommandInfo }

  let commandName: String
  let abstract: String?
  let arguments: [Argument]?
  let subcommands: [CommandInfo]?

  /// Reads the parser's description of `command`; `nil` if it is not understood.
  init?(of command: any ParsableCommand.Type) {
    guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
    else { return nil }
    self = dump.command
  }

  func subcommand(_ name: String) -> CommandInfo? { subcommands?.first { $0.commandName == name } }
}

/// A line of the shell up to the cursor.
private struct CompletedLine {
  /// The words and files that fit the last word.
  struct Offer {
    /// The beginning that the words share.
    var begun: String
    var words: [(word: String, help: String)] = []
    /// The endings of files that fit, none for all; `nil` if no file does.
    var fileEndings: [String]?
  }

  private let typed: String
  private var command: CommandInfo
  /// The words between the command and the cursor.
  private var words: ArraySlice<String>
  private var isHelp = false
  /// The words that are no options, nor their values.
  private var values: [String] = []
  private var options: [String] = []
  private var takesOptions = true
  /// The option whose value is completed.
  private var option: CommandInfo.Argument?

  init(_ words: [String], of program: CommandInfo) {
    typed = words.last ?? ""
    command = program
    self.words = words.dropLast()[...]
    isHelp = self.words.first == "help"
    if isHelp { self.words.removeFirst() }
    // A subcommand must be the first argument.
    while let name = self.words.first, let subcommand = command.subcommand(name) {
      command = subcommand
      self.words.removeFirst()
    }
  }

  mutating func offer() -> Offer {
    guard !isHelp else {
      return Offer(begun: typed, words: subcommands.filter { $0.word != "help" })
    }
    read()
    if let option { return values(of: option) }
    if takesOptions, typed.hasPrefix("-") {
      if let sign = typed.firstIndex(of: "="), typed.hasPrefix("--"),
        let option = argument(named: String(typed[..<sign])), option.kind == .option
      {
        return values(of: option, after: String(typed[...sign]))
      }
      return Offer(begun: typed, words: offeredOptions)
    }
    var offer = Offer(begun: typed)
    let positionals = (command.arguments ?? []).filter { $0.kind == .positional }
    if command.commandName == DoCommand._commandName {
      offer.words = linesOfPrompt
    } else if let last = positionals.indices.last,
      values.count <= last || positionals[last].isRepeating
    {
      offer = self.values(of: positionals[min(values.count, last)])
    }
    if words.isEmpty { offer.words = subcommands + offer.words }
    return offer
  }

  /// Tells options, their values and other words from each other.
  private mutating func read() {
    for word in words {
      if option != nil {
        option = nil
      } else if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, word.hasPrefix("-"), let argument = argument(named: word) {
        options.append(word)
        option = argument.kind == .option ? argument : nil
        if argument.takesRest { return }
      } else if !takesOptions || !word.hasPrefix("--") {
        values.append(word)
      }
    }
  }

  private func argument(named word: String) -> CommandInfo.Argument? {
    (command.arguments ?? []).first { $0.isNamed(word) }
  }

  private var subcommands: [(word: String, help: String)] {
    (command.subcommands ?? []).map { ($0.commandName, $0.abstract ?? "") }
  }

  private var offeredOptions: [(word: String, help: String)] {
    (command.arguments ?? []).filter(\.shouldDisplay).flatMap { argument in
      let isUsed = !argument.isRepeating && options.contains(where: argument.isNamed)
      return isUsed ? [] : argument.spellings.map { ($0, argument.abstract ?? "") }
    }
  }

  /// The values of `argument`, each with `prefix` before it.
  private func values(of argument: CommandInfo.Argument, after prefix: String = "") -> Offer {
    let words: [(word: String, help: String)] =
      switch argument.valueName {
      case "PID": sessions
      case "SET": sets
      case "LABEL": labels
      case "ROW": rows
      case "PLAN":
        Commands.completions(ofPlan: String(typed.dropFirst(prefix.count))).map { ($0, "") }
      case "LENGTH" where argument.kind == .positional: sets
      case _ where argument.isNamed("--device"): devices
      default: (argument.completionKind?.list?.values ?? []).map { ($0, "") }
      }
    return Offer(
      begun: typed, words: words.map { (prefix + $0.word, $0.help) },
      fileEndings: argument.completionKind?.file?.extensions)
  }

  private var sets: [(word: String, help: String)] {
    (PracticeFiles.sets?.names ?? []).map { ($0.text, "a set") }
  }

  private var labels: [(word: String, help: String)] {
    let times = (try? PracticeFiles.journal.labelledLengths()) ?? []
    return LabelTotal.totals(of: times).map { ($0.label, "a label") }
  }

  /// The latest sits, by their rows in the journal.
  private var rows: [(word: String, help: String)] {
    let sits = try? PracticeFiles.journal.sits(since: nil, limit: 10, listening: false)
    let now = WallClock.system.now()
    return (sits ?? []).enumerated().map {
      ("\($0 + 1)", "the sit of \(MomentText.phrase(of: $1.began, asOf: now))")
    }
  }

  private var sessions: [(word: String, help: String)] {
    ((try? RunningSessions.clients()) ?? []).map { ("\($0.processID)", "a running session") }
  }

  /// The devices of PulseAudio, if its `pactl` is installed. To ask libao for others takes too long.
  private var devices: [(word: String, help: String)] {
    guard let program = InstalledProgram.file(of: "pactl"),
      let process = try? PipedProcess(program, ["pactl", "list", "short", "sinks"], text: "")
    else { return [] }
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
      while let count = try? process.read(into: buffer, within: .seconds(1)), count > 0 {
        bytes += buffer[..<count]
      }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t")
      return columns.count > 1 ? (String(columns[1]), "a device of PulseAudio") : nil
    }
  }

  /// The last word of a line of the prompt, as the prompt completes it.
  private var linesOfPrompt: [(word: String, help: String)] {
    let line = (values + [typed]).joined(separator: " ")
    let completions = LineCompletion.completions(
      of: line, sets: { sets.map(\.word) }, settings: { Settings.table.rows.map(\.name) })
    return completions.map {
      ($0, values.isEmpty ? Commands.topics.row(named: $0)?.summary ?? "" : "")
    }
  }
}
