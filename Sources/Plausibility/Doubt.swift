public import Geography
public import PhotoFacts

/// A position that cannot be true, or hardly.
public struct Doubt: Hashable, Sendable {
  /// Why a position is doubted.
  public typealias Reason = DoubtReason

  /// The photo.
  public var photo: Int64

  /// Why it is doubted.
  public var reason: Reason

  /// What speaks against the position.
  public var evidence: Evidence

  /// Where it may have been taken; nil if nothing says so.
  public var suggestion: Coordinate?

  /// How a photo is placed there.
  public var suggestionSource = LocationSource.manual

  /// The camera; nil if it is unknown.
  public var device: Int32?

  /// Suggests a place, unless there is a suggestion.
  mutating func suggest(_ place: Coordinate, by source: LocationSource) {
    guard suggestion == nil else { return }
    (suggestion, suggestionSource) = (place, source)
  }
}

/// A flight on which photos were taken.
public struct Flight: Hashable, Sendable {
  /// The position of the last photo before it; nil if there is none within a day.
  public var from: Coordinate?

  /// The position of the first photo after it; nil if there is none within a day.
  public var to: Coordinate?

  /// Makes a flight.
  public init(from: Coordinate? = nil, to: Coordinate? = nil) { (self.from, self.to) = (from, to) }
}
