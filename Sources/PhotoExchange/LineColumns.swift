/// Which columns a table has for the line between a photo and a position.
public enum LineColumns: Sendable {
  /// None.
  case none

  /// Distance and bearing.
  case distance

  /// The same, the angle off the middle of the picture, and whether the ground hides the position.
  case sighting
}
