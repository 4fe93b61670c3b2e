import Foundation
import SystemPackage
import Testing

/// The files that the documentation names in backticks.
@Suite("Files that the documentation names") struct NamedFileTests {
  private static let folders = ["Documentation", "Samples", "Sources", "Tests", ".ci"]
  private static let endings: Set = ["swift", "c", "h", "md", "py", "meditate"]

  /// The paths of all files of the repository.
  private static let files: Set<String> = {
    let root = Repository.path("").string
    let top = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let below = folders.flatMap { folder in
      let paths = try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
      return (paths ?? []).map { "\(folder)/\($0)" }
    }
    return Set((top + below).filter { !$0.contains("/.build") && isFile(Repository.path($0)) })
  }()

  /// The paths of the files, and of the folders that they are in.
  private static let paths: Set<String> = files.reduce(into: files) { paths, file in
    var folder = FilePath(file)
    while folder.removeLastComponent(), !folder.isEmpty { paths.insert(folder.string) }
  }

  /// The changelog names files that are gone.
  private static let pages =
    ["README.md", "CONTRIBUTING.md"]
    + files.filter {
      $0.hasSuffix(".md") && ($0.hasPrefix("Documentation/") || $0.contains(".docc/"))
    }.sorted()

  @Test("each is in the repository", arguments: pages)
  func names(in page: String) throws {
    for name in Set(try MarkdownFile(page).text.codeSpans) where Self.isOfFile(name) {
      let path = FilePath(name).string
      #expect(
        Self.paths.contains(path) || Self.paths.contains { $0.hasSuffix("/\(path)") }, "\(name)")
    }
  }

  @Test("pages and files are found")
  func found() {
    #expect(Self.pages.contains("Documentation/Manual.md"))
    #expect(Self.paths.contains("Tests/ProgramTests/Documentation"))
    #expect(Self.isOfFile("Manual.md") && !Self.isOfFile("evening.m3u8"))
  }

  private static func isFile(_ path: FilePath) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  /// True if `code` names a file or a folder of the repository, and no command or expression.
  private static func isOfFile(_ code: String) -> Bool {
    guard code.wholeMatch(of: /[-+.\w\/]+/) != nil else { return false }
    return folders.contains { code.hasPrefix("\($0)/") }
      || endings.contains(FilePath(code).extension ?? "")
  }
}
