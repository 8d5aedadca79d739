/// Which columns a table has for the line between a photo and a position.
public enum LineColumns: Sendable {
  /// None.
  case none

  /// Distance and bearing.
  case distance

  /// The same, and the angle off the middle of the picture.
  case sighting
}
