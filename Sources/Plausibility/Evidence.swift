/// What speaks against the position of a photo, with the values that a sentence about it needs.
public enum Evidence: Hashable, Sendable {
  /// Far from the photos before and after it, but near them with a corrected position.
  case mirrored(kilometres: Double, Correction, corrected: Double)

  /// The position of a photo some hours before, although the camera was at the next one soon after.
  case repeated(hours: Double, hoursToNext: Double, kilometresToNext: Double)

  /// The position of a photo some hours before, with its GPS time.
  case stopped(hours: Double)

  /// Too far from the photo before and the one after for the hours between these.
  case detour(kilometres: Double, back: Double, hours: Double)

  /// Out at sea, too far from the photos around it, which are at one place some hours apart.
  case offshore(kilometres: Double, hours: Double)

  /// Out at sea, with no other photo near.
  case alone(kilometres: Double)

  /// Too far from the photo before it or after it.
  case unreachable(kilometres: Double, hours: Double)

  /// The GPS time and the clock of the camera differ by some hours more than in the photos around it.
  case shifted(hours: Double)

  /// No one is at this altitude, in metres.
  case impossible(altitude: Float)

  /// The altitudes of the photos around it are others, in metres.
  case different(altitude: Float, others: Float)

  /// Far below the ground there, in metres.
  case underground(altitude: Float, ground: Float)

  /// The file has another position, some kilometres away and nearer to another photo of the day.
  case contradicted(kilometres: Double, toNearest: Double)

  /// A file beside the photo has another position, some kilometres away and nearer to another photo of the day.
  case corrected(kilometres: Double, toNearest: Double)

  /// A position with few digits may be some kilometres away from the true one.
  case rounded(Step, kilometres: Double)

  /// Another camera of the same person, or a track that passes the photos before and after it, was elsewhere some hours
  /// before or after it.
  case apart(Companion, kilometres: Double, hours: Double)

  /// How a position is corrected.
  public enum Correction: String, CaseIterable, Hashable, Sendable {
    case longitude, latitude, both, swapped, swappedSign
  }

  /// Of what a rounded position is a multiple.
  public enum Step: String, CaseIterable, Hashable, Sendable {
    case degree, half, tenth, minute, hundredth
  }

  /// What was with the camera.
  public enum Companion: String, CaseIterable, Hashable, Sendable {
    case camera, track
  }
}
