import ArgumentParser

/// The options of every command that begins a session for a person.
struct SessionOptions: ParsableArguments {
  @OptionGroup var practice: PracticeOptions

  @OptionGroup var remote: RemoteOptions

  @OptionGroup var looks: LookOptions

  @OptionGroup var sound: SoundOptions
}
