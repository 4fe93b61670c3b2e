import SessionControl
import SystemAudio

/// A sound driver's row in the output of `meditate drivers`.
struct DriverRow: Row {
  let marker: RowMarker
  let state: String
  let title: String
  let message: String
  let detail: String

  init(_ driver: AudioDriver) {
    marker = driver.isDefault ? .preferred : .none
    state = driver.isDefault ? "default" : ""
    title = driver.name
    message = driver.description
    detail = driver.failure ?? "opens"
  }
}
