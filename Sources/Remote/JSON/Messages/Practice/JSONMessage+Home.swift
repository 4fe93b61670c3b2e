import SessionControl

extension JSONMessage {
  /// The answer to `home`.
  struct Home: JSONObject {
    let page: HomePage
    let resumable: SitBody?

    @MainActor init(_ page: HomePage) {
      self.page = page
      resumable = page.resumable.map(SitBody.init)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("again", page.hasLatest)
      json.add("now", page.sets.now)
      json.add("problems", page.sets.problems.map(SetProblemBody.init))
      json.add("resumable", resumable)
      json.add("sets", page.sets.sets.map(SetBody.init))
      json.add("totals", page.totals.map(TotalsBody.init))
    }
  }
}
