import MeditationCore
import MeditationPlan
import Testing

@testable import MeditationScreens

@Suite("The status of a session") @MainActor struct StatusSourceTests {
  private let fixture = SitFixture([.seconds(200), .seconds(300)])
  private let source: StatusSource

  init() { source = StatusSource(session: fixture.session) }

  @Test("has the waveform of the current song, whichever came last")
  func waveform() {
    fixture.type("1 2", "start")
    source.setPeaks([2], forSong: 1)
    #expect(source.status?.peaks == [])
    source.setPeaks([1], forSong: 0)
    #expect(source.status?.peaks == [1])
    fixture.type("next")
    #expect(source.status?.peaks == [])
  }

  @Test("has no less time left than that of the songs to come, however long the present one is")
  func longerSong() {
    fixture.type("1 2", "start")
    fixture.pass(.seconds(150), at: .seconds(150))
    #expect(source.status?.left == TimeLeft(known: .seconds(350), isMore: false))
    fixture.pass(.seconds(250), at: .seconds(250))
    #expect(source.status?.left == TimeLeft(known: .seconds(300), isMore: false))
  }

  @Test("in a silence, has the part and its own time")
  func part() {
    fixture.type("5m Sit; 10m Walk; 5m", "start")
    fixture.pass(.seconds(310), at: .seconds(310))
    var status = source.status
    #expect(status?.title == "Walk" && status?.position == .seconds(10))
    #expect(status?.length == .seconds(600) && status?.elapsed == .seconds(310))
    fixture.pass(.seconds(910), at: .seconds(910))
    status = source.status
    #expect(status?.title == "Part 3" && status?.position == .seconds(10))
    fixture.type("finish", "back", "plan off", "for 5m", "start")
    #expect(source.status?.title == "silence" && source.status?.length == .seconds(300))
  }

  @Test("has no time left behind the planned end, and the bells of the present plan")
  func plan() {
    fixture.type("for 5m", "bells every 2m", "start")
    fixture.pass(.seconds(60), at: .seconds(60))
    #expect(source.status?.sit?.bell == .seconds(60))
    fixture.type("bells every 3m")
    #expect(source.status?.sit?.bell == .seconds(120))
    fixture.pass(.seconds(301), at: .seconds(301))
    #expect(source.status?.left == TimeLeft(known: .zero, isMore: false))
  }
}
