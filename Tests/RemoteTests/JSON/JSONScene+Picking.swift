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
    ) { $0.type("1 3", "#2 pick 1", "#x-Y_9 none", "  #4\tinvert  ") },
    JSONScene(
      "an order",
      #"""
      {"from":"unpicked","song":1,"to":"picked","type":"mode"}
      {"from":"unpicked","song":3,"to":"picked","type":"mode"}
      {"type":"done"}
      {"kind":"moved","seed":null,"songs":[3,1],"type":"order"}
      {"id":"2","type":"done"}
      {"kind":"shuffled","seed":7,"songs":[3,1],"type":"order"}
      {"id":"3","type":"done"}
      {"kind":"moved","seed":null,"songs":[3,1],"type":"order"}
      {"id":"4","type":"done"}
      {"kind":"listed","seed":null,"songs":[1,3],"type":"order"}
      {"id":"5","type":"done"}
      {"on":true,"type":"repeat"}
      {"bell":{"file":null,"sound":"bowl","volume":100},"bells":{"count":null,"every":null,\#
      "kind":"none","seed":null,"times":null},"breath":null,"breathVolume":100,"closing":0,\#
      "crossfade":0,"end":"songs","fade":0,"length":null,"level":null,"notation":"repeat on",\#
      "opening":0,"repeat":true,"settling":0,"type":"plan","volume":null}
      {"id":"6","type":"done"}
      """#
    ) { $0.type("1 3", "#2 move 3 to 1", "#3 shuffle 7", "#4 undo", "#5 undo", "#6 repeat on") },
  ]
}
