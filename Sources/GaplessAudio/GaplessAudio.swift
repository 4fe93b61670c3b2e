// The engine as one module: a client needs to know neither its rooms nor their dependencies.

@_exported public import Playback
@_exported public import Score
@_exported public import SystemAudio
// `FilePath` names a track.
@_exported public import SystemPackage
