/// Writes comma-separated records.
///
/// Source: RFC 4180. Semicolons and tabs are quoted, too: spreadsheets may split cells there.
enum CSVWriter {
  /// The record of `cells`, with its line end.
  static func record(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\r\n"
  }

  private static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.utf8.contains(where: ",;\t\"\r\n".utf8.contains)
    guard needsQuotes else { return cell }
    var text = "\""
    for scalar in cell.unicodeScalars {
      if scalar == "\"" { text.unicodeScalars.append(scalar) }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}
