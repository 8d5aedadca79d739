internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import Query
internal import Sharing

/// What restricts a visitor who is not the owner, besides the positions that zones hide.
struct VisitorLimits: Sendable {
  /// The condition that all visible photos meet.
  let condition: PhotoCondition

  /// The properties that the visitor does not see, nor can ask about.
  let withheld: Set<PhotoProperty>

  /// Whether the visitor is a user, who also learns of trips and of photos without a position.
  let isOfUser: Bool

  /// The filter as the visitor's limits leave it.
  fileprivate func restricted(
    _ filter: PhotoFilter, trip: (Int) throws -> PhotoCondition
  ) rethrows -> PhotoFilter {
    // First, because the condition may ask about what is withheld.
    var filter = try filter.withholding(withheld, trip: trip)
    filter.condition = .all([condition] + (filter.condition.map { [$0] } ?? []))
    return filter
  }
}

extension VisitorLimits? {
  /// The filter as the visitor's limits leave it.
  ///
  /// - Parameter trip: The condition of the visible photos of a trip, by one of its days.
  func restricted(
    _ filter: PhotoFilter, trip: (Int) throws -> PhotoCondition
  ) rethrows -> PhotoFilter {
    try self.map { try $0.restricted(filter, trip: trip) } ?? filter
  }

  /// The properties that the visitor does not see.
  var withheld: Set<PhotoProperty> { self?.withheld ?? [] }

  /// A photo without the properties that the visitor does not see.
  func shown(_ photo: PhotoRecord) -> PhotoRecord { photo.withholding(withheld) }
}

extension Visitor {
  /// What restricts the visitor; nil if nothing does.
  ///
  /// A visitor of an unknown kind sees no photo.
  var limits: VisitorLimits? {
    if seesAll { return nil }
    guard let limited else {
      return VisitorLimits(
        condition: .any([]), withheld: PhotoProperty.ofFiles, isOfUser: false)
    }
    return VisitorLimits(
      condition: limited.condition, withheld: limited.withheld, isOfUser: limitedUser != nil)
  }
}
