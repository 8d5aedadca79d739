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

  /// What is done.
  public let deed: Deed

  /// The photos.
  public let photos: [Int64]

  /// What the client calls the act, so that it is made once.
  public let key: String?

  /// Makes an order.
  public init(_ deed: Deed, _ photos: [Int64]) {
    (self.deed, self.photos, key) = (deed, photos, nil)
  }

  /// Parses an order.
  public init(_ bytes: [UInt8]) throws(InputProblem) {
    guard let members = try JSONValue(parsing: bytes).members else {
      throw InputProblem("it is not a JSON object")
    }
    var (deed, photos, key) = (Deed?.none, [Int64](), String?.none)
    var seen: Set<String> = []
    for member in members {
      guard seen.insert(member.name).inserted else {
        throw InputProblem("\(member.name) is given twice")
      }
      switch (member.name, member.value) {
      case ("photos", .list(let elements)):
        for element in elements {
          guard let id = element.whole, id > 0 else {
            throw InputProblem("an element of photos is not the id of a photo")
          }
          photos.append(Int64(id))
        }
      case ("accept", .truth(true)) where deed == nil: deed = .accept
      case ("correct", .text("suggestion")) where deed == nil: deed = .correct
      case ("key", let value): key = try ActKey.text(value)
      case ("photos", _): throw InputProblem("photos is not a list")
      case ("accept", _), ("correct", _):
        throw InputProblem(
          "it has not one of accept, which is true, and correct, which is suggestion")
      case (let other, _):
        let name = InputProblem.quoted(other.utf8)
        throw InputProblem("there is no member \(name), only photos, accept, correct and key")
      }
    }
    guard let deed else { throw InputProblem("it has neither accept nor correct") }
    guard !photos.isEmpty else { throw InputProblem("photos is missing or empty") }
    (self.deed, self.photos, self.key) = (deed, photos, key)
  }

  /// Makes the act; nil if none of the photos is doubted, or none of them has a suggestion.
  public func act(_ notes: NotesWriter, _ index: PhotoIndex, by author: String) throws -> Act? {
    // Found before the index is locked: it takes a second after large changes.
    let doubts = try index.read { try $0.doubts().doubts }
    let wanted = photos.compactMap { doubts[$0] }
    switch deed {
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
