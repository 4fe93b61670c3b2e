extension SitScene {
  /// Those that are cut short, or whose songs or device fail.
  static let faults = [
    SitScene(
      "'next' in the settling and in silence",
      """
      song "One" 1:00
      for 5m, settle 10s, opening 1, closing 1
      all
      start
      wait 4s
      next
      expect elapsed 0
      next
      expect segment silence
      next
      expect refusal nothing-follows
      wait end-of-session
      expect elapsed 5:00
      expect bells 2
      """),
    SitScene(
      "the device is lost while a bell rings",
      """
      song "One" 10:00
      for 5m, bells every 10s
      all
      start
      wait bell
      lose device "unplugged"
      wait 1m
      expect elapsed 0:10
      expect transport paused
      restore device
      wait end-of-session
      expect elapsed 5:00
      expect bells 29
      """),
    SitScene(
      "the last song fails with 10 minutes to go",
      """
      song "One" 5:00
      song "Two" 30:00
      for 20m, bells every 5m, closing 1
      all
      start
      wait 10m
      fail 2 "the disk is gone"
      expect 2 failed
      expect segment silence
      expect left 10:00
      wait end-of-session
      expect end completed
      expect elapsed 20:00
      expect bells 4
      """),
    SitScene(
      "all songs fail, and would repeat",
      """
      song "One" 5:00
      song "Two" 30:00
      for 20m, bells every 5m, closing 1
      repeat on
      all
      start
      wait 1m
      fail 1 "the disk is gone"
      fail 2 "the disk is gone"
      expect segment silence
      wait end-of-session
      expect end completed
      expect elapsed 20:00
      expect bells 4
      """),
    SitScene(
      "its length is reduced to before now",
      """
      for 6m, closing 1
      start
      wait 4m
      for -5m
      expect phase finished
      expect end completed
      expect elapsed 4:00
      wait bell
      expect bells 1
      """),
  ]
}
