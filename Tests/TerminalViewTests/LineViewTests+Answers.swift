import SessionControl
import SessionScripting
import Testing

@testable import TerminalView

/// What answers begin with, and what they leave out.
extension LineViewTests {
  @Test("a song that is, or is not, in the session is named, not the status")
  func membership() {
    let evening = Evening(.plain)
    _ = evening.type("1 3", "start")
    #expect(evening.type("pick 1").last == "Song 1 is in the session already.")
    #expect(evening.type("pick 1 3").last == "These songs are in the session already.")
    #expect(evening.type("unpick 2").last == "Song 2 is not in the session.")
    #expect(
      evening.type("none").last
        == "! Song 1 has begun, so it stays in the session. 'unpick' takes out songs still to "
        + "come; 'back' returns to picking.")
  }

  @Test("plain answers begin with their result, and 'back' says that the session stopped")
  func resultFirst() {
    let evening = Evening(.plain)
    let narrowed = "1 song found for 'rain'; 'find' alone shows all again."
    let row = "2: Soft Rain, 2:50"
    #expect(evening.type("/rain") == ["> /rain", narrowed, "No songs picked", row])
    #expect(evening.type("find").prefix(2) == ["> find", "No songs picked"])
    #expect(
      evening.type("sort title").prefix(3)
        == ["> sort title", "Sorted by title.", "No songs picked"])
    #expect(evening.type("sort title") == ["> sort title", "Sorted by title."])
    #expect(
      evening.type("undo").prefix(2) == ["> undo", "The list is in its original order."])
    _ = evening.type("1", "start")
    _ = evening.wait(10)
    #expect(evening.type("list").first { $0 != "> list" }?.hasPrefix("Now song 1 of 1") == true)
    #expect(
      evening.type("back")
        == ["> back", "Session left: 1 song heard, 0:10 listened", "1 song picked, 0:30"])
  }

  @Test("that commands are about what was found is said once for each search")
  func narrowed() {
    let evening = Evening(.plain)
    let note = "Only songs found for 'rain'; 'find' alone shows all again."
    _ = evening.type("find rain")
    #expect(evening.type("all", "none", "invert").count { $0 == note } == 1)
    _ = evening.type("find bowl")
    #expect(evening.type("all").last == note.replacing("rain", with: "bowl"))
    _ = evening.type("find rain")
    #expect(evening.type("none").last == note)
  }

  @Test("a person is told what to type after the end of a session")
  func hintAfterEnd() {
    let evening = Evening(.plain)
    let hint = "'start' plays it again, 'back' returns to picking."
    #expect(!evening.type("1", "start", "finish", "back").contains(hint))
    evening.output.isInteractive = true
    #expect(evening.type("start", "finish").last == hint)
    #expect(!evening.type("status").contains(hint))
    let other = LineView(
      controller: evening.stage.controller, output: evening.output, endsWithSession: true)
    _ = evening.type("start")
    #expect(other.take("finish") == false)
    #expect(evening.output.take().count { $0 == hint } == 1)
  }

  @Test("where the program ends with the session, a person is told that its bells ring out")
  func hintAtRingOut() {
    let evening = Evening(.plain)
    evening.output.isInteractive = true
    let sit = LineView(
      controller: evening.stage.controller, output: evening.output, endsWithSession: true)
    let hint = "The bells ring out; 'quit' leaves now."
    _ = evening.type("1", "start")
    _ = sit.take("finish")
    #expect(!evening.output.take().contains(hint))
    // Nothing was struck, and nothing is: 'finish' is an end without the closing bells.
    _ = evening.type("closing 3", "start")
    _ = sit.take("finish")
    #expect(!evening.output.take().contains(hint))
    // The opening bell still sounds.
    _ = evening.type("opening 1", "for 5m", "start")
    _ = evening.wait(3)
    _ = sit.take("finish")
    #expect(evening.output.take().contains(hint))
    _ = evening.type("start")
    _ = evening.wait(60)
    _ = sit.take("finish")
    #expect(!evening.output.take().contains(hint))
    _ = evening.type("start")
    #expect(evening.wait(300).contains(hint))
  }
}
