@testable import Remote

extension JSONScene {
  /// The stream ends.
  static let endings = [
    JSONScene(
      "quit in the middle of a session sums it up; nothing follows",
      #"""
      {"id":"q","type":"done"}
      {"end":"left","failed":0,"heard":1,"listened":1,"sat":1,"songs":2,"type":"summary"}
      {"code":0,"type":"bye"}
      """#
    ) {
      $0.prepare("1-2", "start")
      $0.waitQuietly(.seconds(1))
      $0.type("#q quit")
      $0.view.end(code: 0)
      $0.wait(.seconds(9))
    },
    JSONScene(
      "a signal while picking",
      #"""
      {"code":130,"type":"bye"}
      """#
    ) { $0.view.end(code: 130) },
    JSONScene(
      "a finished session is not summed up twice",
      #"""
      {"code":3,"type":"bye"}
      """#
    ) {
      $0.prepare("1", "start", "finish")
      $0.view.end(code: 3)
    },
  ]
}
