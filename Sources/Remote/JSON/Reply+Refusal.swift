import CommandLanguage
import MeditationCore
import SessionControl

extension Reply {
  /// Why the line was refused: a word for programs, and a text for people; `nil` if it was not.
  var refusal: (reason: String, text: String)? {
    switch self {
    case .refused(let refusal): (refusal.word.rawValue, refusal.text)
    case .declined(let refusal): (refusal.word, refusal.text)
    case .notUnderstood(let error): ("not-understood", "\(error)")
    case .outcome, .page, .quit, .pending: nil
    }
  }
}
