extension BellModel {
  /// A hollow wooden block.
  static let wood = BellModel(
    pitch: 432, length: 0.7, gain: 0.303,
    partials: [
      Partial(1, amplitude: 1, decay: 0.42, beat: 2.4, attack: 0.0012),
      Partial(2.43, amplitude: 0.34, decay: 0.16, beat: 5.7, attack: 0.0008),
      // The stick.
      Partial(4.36, amplitude: 0.14, decay: 0.04, beat: 71, attack: 0.0005),
      Partial(7.09, amplitude: 0.07, decay: 0.025, beat: 113, attack: 0.0005),
    ])
}
