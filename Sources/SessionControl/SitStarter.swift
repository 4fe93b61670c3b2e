/// The plan of a sit of which only the length is given.
public enum UsualPlan {
  /// In the notation of plans.
  public static let line = "settle 10s, opening 1, closing 3, fade 5s"
}
