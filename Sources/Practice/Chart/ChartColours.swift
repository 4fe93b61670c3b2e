/// The colours of the chart. One hue, in steps of lightness that are also told apart without
/// seeing colours.
enum ChartColours {
  static let ground = "#ffffff"
  static let text = "#3d4450"
  /// From no sit to the longest.
  static let levels = ["#e6e8eb", "#b3d9c4", "#6fb98f", "#2f8560", "#0f4a35"]

  /// Replaces the colours where the reader prefers dark ones. Attributes give the light ones, for
  /// programs that ignore styles.
  static let style = """
    <style>
    @media (prefers-color-scheme: dark) {
    .ground { fill: #14171c; }
    text { fill: #c3c9d2; }
    .l0 { fill: #2a2f37; }
    .l1 { fill: #1e5a44; }
    .l2 { fill: #2f8a66; }
    .l3 { fill: #62bd94; }
    .l4 { fill: #b5ecd0; }
    .open { stroke: #2a2f37; }
    }
    </style>
    """
}
