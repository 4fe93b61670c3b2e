import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads the introspection of an object.
final class InterfaceReader: NSObject, XMLParserDelegate {
  private var interfaces: [String: [String]] = [:]
  private var interface = ""
  private var member = ""
  private var emitsChange = "true"

  /// The members of each interface, one on a line, in the order of their lines.
  static func interfaces(in xml: String) -> [String: String] {
    let reader = InterfaceReader()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reader
    guard parser.parse() else { return [:] }
    return reader.interfaces.mapValues { $0.sorted().joined(separator: "\n") }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    func words(_ names: String...) -> String {
      names.compactMap { attributes[$0] }.joined(separator: " ")
    }
    switch element {
    case "interface":
      interface = words("name")
      interfaces[interface] = []
    case "method", "signal": member = "\(element) \(words("name"))"
    case "property":
      member = "\(element) \(words("name", "type", "access"))"
      emitsChange = "true"
    case "arg": member += " \(words("direction", "name", "type"))"
    case "annotation" where words("name").hasSuffix("EmitsChangedSignal"):
      emitsChange = words("value")
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    switch element {
    case "method", "signal": interfaces[interface]?.append(member)
    case "property": interfaces[interface]?.append("\(member) \(emitsChange)")
    default: break
    }
  }
}
