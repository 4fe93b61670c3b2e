// Between the floors below, none of which knows another: only names change here.

import CommandLanguage
import MeditationCore

extension SongSort {
  init(_ key: SortKey) {
    switch key {
    case .title: self = .title
    case .artist: self = .artist
    case .length: self = .length
    case .folder: self = .folder
    case .original: self = .original
    }
  }
}

extension Action.Seek {
  init(_ target: SeekTarget) {
    switch target {
    case .position(let time): self = .to(time)
    case .offset(let time): self = .by(time)
    case .percent(let part): self = .percent(part)
    }
  }
}
