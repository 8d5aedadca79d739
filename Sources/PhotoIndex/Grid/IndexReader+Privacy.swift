internal import Grid
internal import PhotoFacts
internal import Places
internal import Query
internal import SQLite

extension IndexReader {
  /// Whether a privacy filter limits what this reader shows.
  package var isForGuests: Bool { caches.privacy != nil }

  /// The grid as the privacy filter of this reader shows it; nil without a filter.
  var redactedGrid: RedactedGrid? {
    get throws {
      guard let privacy = caches.privacy else { return nil }
      return try caches.redactedGrids.answer(to: EntireIndex(), at: stamp()) {
        try grid.redacted(by: privacy, clocks: cameraClocks)
      }
    }
  }

  /// The times on the cameras' clocks of those photos whose UTC offset was derived from the position.
  private func cameraClocks(of photos: PhotoSet) throws -> [Int64: Int64] {
    var clocks: [Int64: Int64] = [:]
    let rows = try connection.statement(
      """
      SELECT id, local_time FROM photo
      WHERE time_source = \(TimeSource.place.rawValue) AND local_time IS NOT NULL
      """)
    try rows.forEachRow { row in
      if photos.contains(row.integer(0)) { clocks[row.integer(0)] = row.integer(1) }
    }
    return clocks
  }

  /// A photo as this reader may show it; nil if it is hidden.
  func shown(_ photo: PhotoRecord, withNames: Bool = true) throws -> PhotoRecord? {
    guard let redacted = try redactedGrid else { return photo }
    guard var shown = redacted.shown(photo) else { return nil }
    // The names of the shown position.
    if withNames, shown.names == nil, let coordinate = shown.place.location?.coordinate,
      let places = caches.places, let locality = try? places.locate(coordinate)
    {
      shown.names = try? places.describe(locality, of: coordinate, in: language)
    }
    return shown
  }

  /// Whether a photo is shown at a position other than its own.
  public func isMoved(_ id: Int64) throws -> Bool {
    try redactedGrid?.moved.contains(id) ?? false
  }
}

// Some columns of the tables do not hold for a photo that is shown elsewhere.
extension IndexReader {
  /// The test of a condition that asks about columns that a privacy filter changes.
  func redactedTest(_ tree: ConditionTree, _ redacted: RedactedGrid) throws -> PhotoTest {
    switch tree {
    case .all(let parts): return .all(try parts.map { try test($0) })
    case .any(let parts): return .any(try parts.map { try test($0) })
    case .question(let question, let isNegated):
      let asStored = PhotoTest.set(try photos(passing: ConditionSQL(tree)))
      guard question.property == .timeSource else {
        // How the camera stood and looked is unknown for moved photos.
        guard case .isKnown = question, isNegated else {
          return .all([asStored, .outside(redacted.moved)])
        }
        return .any([asStored, .set(redacted.moved)])
      }
      let holdsForLocal = question.holds(forWord: TimeSource.local.name) != isNegated
      return holdsForLocal
        ? .any([asStored, .set(redacted.untimed)]) : .all([asStored, .outside(redacted.untimed)])
    }
  }
}

extension ConditionTree {
  /// Whether a question asks about a column of the tables that a privacy filter changes.
  var asksAboutRedacted: Bool {
    var asks = false
    forEachQuestion { question, _ in
      switch question.property {
      case .altitude, .direction, .accuracy, .timeSource, .fieldOfView, .pitch, .roll,
        .relativeAltitude:
        asks = true
      default: break
      }
    }
    return asks
  }
}

extension RedactedGrid {
  /// A photo as it is shown; nil if it is hidden.
  func shown(_ photo: PhotoRecord) -> PhotoRecord? {
    guard let location = photo.place.location else {
      // The details may quote a part of an invalid position.
      var shown = photo
      if let reason = photo.place.reason { shown.place = .unlocated(reason, detail: nil) }
      return shown
    }
    switch position(of: location.coordinate) {
    case .exact: return photo
    case .hidden: return nil
    case .moved(let coordinate):
      var shown = photo
      // Altitude, direction and accuracy belong to the hidden position, and so does what the camera saw.
      shown.place = .located(Location(coordinate, source: location.source))
      shown.facts.view = PhotoView()
      shown.time = photo.time?.withoutPlace
      shown.names = nil
      return shown
    }
  }
}
