public import JSON
public import Notes
internal import PhotoFacts
public import PhotoIndex
internal import Plausibility

/// What a person says about doubted positions: `{"photos":[12],"accept":true}` or
/// `{"photos":[12],"correct":"suggestion"}`.
public struct DoubtOrder: Sendable {
  /// What is done about the doubts.
  public enum Deed: Sendable {
    /// The positions are true.
    case accept
    /// The suggested positions are true.
    case correct
  }

  /// Its members.
  public static let shape = OrderShape(
    "doubtOrder", into: DoubtOrder(nil, []), choice: \DoubtOrder.deed
  ) {
    OrderMember("photos", .list(of: .photo.only("the id of a photo") { $0 > 0 }), \.photos)
    OrderMember(
      "accept",
      OrderContent(["type": "boolean", "enum": [true]], "true") { $0 == true ? .accept : nil },
      \.deed)
    OrderMember("correct", .word([.correct]) { _ in "suggestion" }, \.deed)
    OrderMember("key", .actKey, \.key)
  }

  private var deed: Deed?
  private var photos: [Int64]
  private var key: String?

  /// Makes an order.
  public init(_ deed: Deed?, _ photos: [Int64]) { (self.deed, self.photos) = (deed, photos) }

  /// Parses an order.
  public init(_ bytes: [UInt8]) throws(InputProblem) { self = try Self.shape.read(bytes) }

  /// Makes the act; nil if none of the photos is doubted, or none of them has a suggestion.
  public func act(_ notes: NotesWriter, _ index: PhotoIndex, by author: String) throws -> Act? {
    // Found before the index is locked: it takes a second after large changes.
    let doubts = try index.read { try $0.doubts().doubts }
    let wanted = photos.compactMap { doubts[$0] }
    switch deed {
    case nil: return nil
    case .accept:
      return try notes.accept({ _ in wanted.map(\.photo) }, by: author, key: key)
    case .correct:
      let placements = try index.read { reader in
        try wanted.compactMap { doubt -> NotesWriter.Wanted? in
          guard let place = doubt.suggestion, let photo = try reader.photo(doubt.photo) else {
            return nil
          }
          return NotesWriter.Wanted(
            id: doubt.photo,
            location: photo.place.location?.moved(to: place, by: doubt.suggestionSource))
        }
      }
      return try placements.isEmpty ? nil : notes.place(placements, by: author, key: key)
    }
  }
}
