/// The answer of the session to a request.
struct BusAnswer: Sendable {
  /// The number of the request.
  let id: Int
  /// Why it was refused; `nil` if it was performed.
  let refusal: String?
}
