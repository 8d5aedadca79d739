/// Why a position of a photo is doubted.
public enum DoubtReason: String, CaseIterable, Hashable, Sendable {
  /// The sign of the latitude or the longitude is wrong.
  case sign
  /// Latitude and longitude are exchanged.
  case swapped
  /// The camera repeats an earlier position.
  case stale
  /// No one travels that fast.
  case speed
  /// Another camera or a track of the same person was elsewhere.
  case elsewhere
  /// The GPS time and the clock of the camera contradict each other.
  case clock
  /// The altitude is impossible, or does not fit the photos beside it.
  case altitude
  /// The position has fewer digits than its accuracy needs.
  case coarse
  /// The position is far out at sea, and nothing else is.
  case sea
  /// The photo and a file beside it state different positions, and the other one is nearer to the other photos.
  case contradiction
}
