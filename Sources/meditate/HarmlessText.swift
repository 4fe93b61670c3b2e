extension String {
  /// The text without what could steer a terminal: for messages that hold what was typed.
  var harmless: String {
    String(
      UnicodeScalarView(
        unicodeScalars.filter { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: false
          default: true
          }
        }))
  }
}
