import Practice
import SessionControl

extension JSONMessage {
  /// A change of journal, sets or settings, or news of them.
  struct PracticeChange: JSONObject {
    /// What happened.
    enum Kind: String {
      case setSaved = "set-saved"
      case setUnchanged = "set-unchanged"
      case setUnsaved = "set-unsaved"
      case setLoaded = "set-loaded"
      case setUnloaded = "set-unloaded"
      case setRenamed = "set-renamed"
      case setDeleted = "set-deleted"
      case setRestored = "set-restored"
      case songsMissing = "songs-missing"
      case bellMissing = "bell-missing"
      case bellCut = "bell-cut"
      case sitNoted = "sit-noted"
      case sitDeleted = "sit-deleted"
      case sitRestored = "sit-restored"
      case listeningDeleted = "listening-deleted"
      case listeningRestored = "listening-restored"
      case sitResumable = "sit-resumable"
      case sitElsewhere = "sit-elsewhere"
      case settingChanged = "setting-changed"
      case rescanned
      case journalFailed = "journal-failed"
      case sitUnwritten = "sit-unwritten"
      case journalMended = "journal-mended"
    }

    let kind: Kind
    /// The name of the set, if it is about one.
    var name: String?
    /// The set's old name, or the one that it was to be saved under.
    var from: String?
    var set: SetBody?
    var missing: [String]?
    var sit: SitBody?
    var setting: SettingBody?
    var reason: String?

    @MainActor init(_ news: PracticeNews) {
      switch news {
      case .saved(let set, let asked):
        self.init(.setSaved, name: set.name, from: asked)
        self.set = SetBody(set: set)
      case .unchanged(let name): self.init(.setUnchanged, name: name)
      case .unsaved(let name, let refusal):
        self.init(.setUnsaved, name: name)
        reason = refusal.text
      case .loaded(let set):
        self.init(.setLoaded, name: set.name)
        self.set = SetBody(set: set)
      case .renamed(let old, let new): self.init(.setRenamed, name: new, from: old)
      case .unloaded(let name): self.init(.setUnloaded, name: name)
      case .deletedSet(let name), .removedSet(let name): self.init(.setDeleted, name: name)
      case .restoredSet(let name): self.init(.setRestored, name: name)
      case .missing(let paths, let set):
        self.init(.songsMissing)
        (name, missing) = (set, paths)
      case .bellMissing(let reason, let set):
        self.init(.bellMissing)
        (name, self.reason) = (set, reason)
      case .bellCut(let file):
        self.init(.bellCut)
        reason = PracticeNews.text(cut: file)
      case .noted(let sit): self.init(.sitNoted, sit)
      case .deletedSit(let sit): self.init(.sitDeleted, sit)
      case .restoredSit(let sit): self.init(.sitRestored, sit)
      case .deletedListening: self.init(.listeningDeleted)
      case .restoredListening: self.init(.listeningRestored)
      case .resumable(let sit): self.init(.sitResumable, sit)
      case .sittingElsewhere(let sit): self.init(.sitElsewhere, sit)
      case .setting(let setting):
        self.init(.settingChanged)
        self.setting = SettingBody(setting: setting)
      case .rescanned(let rescan):
        self.init(.rescanned)
        reason = rescan.text
      case .journalMended(let line):
        self.init(.journalMended)
        reason = line
      case .journalFailed(let problem):
        self.init(.journalFailed)
        reason = problem.reason
      case .sitUnwritten(let problem):
        self.init(.sitUnwritten)
        reason = problem.reason
      }
    }

    private init(_ kind: Kind, name: SetName? = nil, from: SetName? = nil) {
      self.kind = kind
      self.name = name?.text
      self.from = from?.text
    }

    @MainActor private init(_ kind: Kind, _ sit: Sit) {
      self.kind = kind
      self.sit = SitBody(sit)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("from", from)
      json.add("kind", kind.rawValue)
      json.add("missing", missing)
      json.add("name", name)
      json.add("reason", reason)
      json.add("set", set)
      json.add("setting", setting)
      json.add("sit", sit)
    }
  }
}
