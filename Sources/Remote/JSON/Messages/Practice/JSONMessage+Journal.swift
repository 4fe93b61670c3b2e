import Practice
import SessionControl

extension JSONMessage {
  /// The answer to `journal`.
  struct Journal: JSONObject {
    let page: JournalPage
    let sits: [SitBody]

    @MainActor init(_ page: JournalPage) {
      self.page = page
      sits = page.sits.map(SitBody.init)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("listening", page.hiddenCount)
      json.add("now", page.now)
      json.add("older", page.olderCount)
      json.add("range", page.range.map { TallyBody(tally: $0.tally) })
      json.add("rows", page.numbers)
      json.add("sits", sits)
      json.add("totals", TotalsBody(totals: page.totals))
    }
  }
}
