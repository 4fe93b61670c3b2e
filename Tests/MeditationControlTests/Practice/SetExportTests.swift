import MeditationPlan
import MeditationPractice
import MeditationPracticeTestSupport
import MeditationSystem
import MeditationText
import SystemPackage
import Testing

@testable import MeditationControl
@testable import MeditationScreens

/// `sets show` and `sets export` at the prompt.
@Suite("Sets to read, and to hand on") @MainActor struct SetExportTests {
  private func stage() throws -> PracticeStage {
    let stage = PracticeStage(
      sets: [try SongSet("Go to bed", 1, 2, plan: "for 20m, closing 3"), try SongSet("Odd", 1)])
    stage.controller.files.base = BaseFolders(current: stage.folder)
    return stage
  }

  private func contents(_ stage: PracticeStage, _ name: String) throws -> String {
    let file = try FileDescriptor.open(stage.folder.appending(name), .readOnly)
    return try file.closeAfter {
      try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
        String(decoding: buffer.prefix(try file.read(into: buffer)), as: UTF8.self)
      }
    }
  }

  @Test("a set is shown while anything is done, and as it is picked where it is edited")
  func show() throws {
    let stage = try stage()
    stage.type("edit go to bed", "unpick 2", "for 10m", "sets show 1")
    guard case .page(.set(let form)) = stage.reply else {
      Issue.record("\(stage.reply)")
      return
    }
    #expect(form.songs.map(\.title) == ["Song 1"])
    #expect(Listing(planOf: form, wording: .screen).heading == "Plan: for 10m, closing 3")
    #expect(Listing(songsOf: form, wording: .screen).heading == "1 song, unknown length")
  }

  @Test("guides and voices are read, as in the plan of a session; what is missing does not hide it")
  func files() throws {
    let plan = "for 20m, voice /v.ogg at 30s, guide ./g.txt"
    let stage = PracticeStage(sets: [try SongSet("Scan", 1, plan: StoredPlan(plan))])
    stage.controller.files.base = BaseFolders(current: stage.folder)
    func rows() throws -> [String] {
      stage.type("sets show scan")
      guard case .page(.set(let form)) = stage.reply else {
        Issue.record("\(stage.reply)")
        return []
      }
      return Listing(planOf: form, wording: .screen).rows.map { "\($0.title): \($0.message)" }
    }
    #expect(try rows().contains("end: guide: g, 0 lines"))
    try AtomicFile.write(
      Array("0:05 Settle.\n1:00 Breathe.\n".utf8), to: stage.folder.appending("g.txt"))
    let shown = try rows()
    #expect(shown.contains("0:05–1:00: guide: g, 2 lines"), "\(shown)")
    #expect(shown.contains("0:30–1:30: voice: v"), "\(shown)")
    stage.type("sets export scan out.md")
    let form = try contents(stage, "out.md")
    #expect(form.contains("| 0:05–1:00 | guide: g, 2 lines |"))
    #expect(form.contains("## Guide\n\n| Time | Line |\n| --- | --- |\n| 0:05 | Settle. |\n"))
  }

  @Test("it is written once, and never over another file")
  func export() throws {
    let stage = try stage()
    let path = stage.folder.appending("out.m3u8").string
    stage.type("sets export Go to bed out.m3u8")
    #expect(stage.news == ["Exported 'Go to bed' to \(path)."])
    #expect(try contents(stage, "out.m3u8").hasPrefix("#EXTM3U\n#MEDITATE: for 20m, closing 3\n"))
    stage.type("sets export odd out.m3u8")
    #expect(stage.refusal == "\(path) exists already. Write another name, or delete it first.")
    #expect(try contents(stage, "out.m3u8").contains("closing 3"))
    stage.type("sets export odd \"the form.MD\"")
    #expect(
      try contents(stage, "the form.MD") == """
        # Odd

        | Time | What happens |
        | --- | --- |
        | from 0:00 | music: 1 song, 0:00 and more |
        | end | the session ends with its last song |

        ## 1 song, unknown length

        | No. | Title | Artist | Length |
        | --- | --- | --- | --- |
        | 1 | Song 1 |  | –:–– |

        """)
  }

  @Test(
    "another ending is refused, as is a folder that is not there",
    arguments: [
      ("out.pls", "a set is a '.m3u8' or '.md' file"), ("out", "a set is a '.m3u8' or '.md' file"),
      ("none/out.md", "the folder does not exist"),
    ])
  func refused(name: String, reason: String) throws {
    let stage = try stage()
    stage.type("sets export 1 \(name)")
    #expect(
      stage.refusal
        == "\(stage.folder.appending(name).string) cannot be written: \(reason).")
  }

  @Test("a set whose plan is not valid is neither shown nor written")
  func invalid() throws {
    let stage = PracticeStage(sets: [try SongSet("Odd", 1, plan: "for ever")])
    stage.controller.files.base = BaseFolders(current: stage.folder)
    for line in ["show odd", "export odd out.md", "export odd out.m3u8"] {
      stage.type("sets \(line)")
      #expect(stage.refusal?.hasPrefix("The plan of 'Odd' is not valid: ") == true)
    }
    let written = ["out.md", "out.m3u8"].filter { stage.folder.appending($0).isThere }
    #expect(written.isEmpty)
  }

  @Test(
    "names of sets complete after 'sets show' and 'sets export'", arguments: ["show", "export"])
  func shortened(verb: String) throws {
    let stage = try stage()
    stage.type("sets \(verb.prefix(2)) go to bed" + (verb == "show" ? "" : " b.md"))
    #expect(stage.refusal == nil)
  }
}
