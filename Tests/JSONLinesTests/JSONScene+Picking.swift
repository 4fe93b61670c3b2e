extension JSONScene {
  /// Songs are picked.
  static let picking = [
    JSONScene(
      "picking",
      #"""
      {"from":"unpicked","song":1,"to":"picked","type":"mode"}
      {"from":"unpicked","song":3,"to":"picked","type":"mode"}
      {"type":"done"}
      {"id":"2","type":"done"}
      {"from":"picked","song":1,"to":"unpicked","type":"mode"}
      {"from":"picked","song":3,"to":"unpicked","type":"mode"}
      {"id":"x-Y_9","type":"done"}
      {"from":"unpicked","song":1,"to":"picked","type":"mode"}
      {"from":"unpicked","song":2,"to":"picked","type":"mode"}
      {"from":"unpicked","song":3,"to":"picked","type":"mode"}
      {"id":"4","type":"done"}
      """#
    ) { $0.type("1 3", "#2 pick 1", "#x-Y_9 none", "  #4\tinvert  ") }
  ]
}
