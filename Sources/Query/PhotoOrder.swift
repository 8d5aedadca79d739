/// The order of a listing.
public enum PhotoOrder: String, CaseIterable, Hashable, Sendable {
  /// That of the grid: what is near on the map comes close together.
  case place

  /// The oldest first, the undated last.
  case oldestFirst

  /// The newest first, the undated last.
  case newestFirst
}
