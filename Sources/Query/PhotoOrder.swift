/// The order of a listing.
public enum PhotoOrder: String, CaseIterable, Hashable, Sendable {
  /// The order of the grid, in which nearby photos are close together.
  case place

  /// Oldest first, undated photos last.
  case oldestFirst

  /// Newest first, undated photos last.
  case newestFirst
}
