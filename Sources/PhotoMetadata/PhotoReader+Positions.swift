public import Files
public import Geography
public import PhotoFacts

/// All positions of a file, from every source in it.
struct CollectedPositions {
  var found: [Coordinate] = []

  /// Whether all metadata could be read.
  var isComplete = true
}

extension PhotoReader {
  /// Every position in a photo and its companions, not only the one with precedence; nil if there may be more.
  ///
  /// There may be more if some metadata cannot be read, and in a film with a track.
  public mutating func positions(
    in opened: ReadableFile, at path: FilePath, companions: [Companion]
  ) -> [Coordinate]? {
    collection = CollectedPositions()
    defer { collection = nil }
    var facts = facts(of: opened)
    let isWhole = facts.format != nil && facts.place.reason != .unreadable && !facts.mayHaveTrack
    readCompanions(companions, of: path, into: &facts)
    guard isWhole, let collection, collection.isComplete else { return nil }
    return collection.found
  }

  /// Adds the position that was found to the collected ones, and removes it, so that the next source is read too.
  mutating func collect(_ facts: inout PhotoFacts) {
    guard collection != nil, let location = facts.place.location else { return }
    collection?.found.append(location.coordinate)
    facts.place = .unlocated(.noGPS, detail: nil)
  }

  /// Records that some metadata was not read, which may have a position.
  mutating func noteUnread(_ remark: String, in facts: inout PhotoFacts) {
    collection?.isComplete = false
    facts.remarks.append(remark)
  }
}
