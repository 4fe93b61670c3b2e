import SessionControl

extension JSONMessage {
  /// The answer to `settings`.
  struct Settings: JSONObject {
    let settings: [SettingState]

    func writeMembers(to json: inout JSONText) {
      json.add("settings", settings.map(SettingBody.init))
    }
  }

  /// A setting with its present value.
  struct SettingBody: JSONObject {
    let setting: SettingState

    func writeMembers(to json: inout JSONText) {
      json.add("editable", setting.isEditable)
      json.add("help", setting.help)
      json.add("name", setting.name)
      json.add("origin", setting.origin)
      json.add("value", setting.value)
    }
  }
}
