public import Geography
internal import PhotoFacts
public import Plausibility
internal import Grid
internal import SQLite

/// The doubts about positions that no one has accepted, and the flights.
public struct FoundDoubts: Sendable {
  /// The doubts, by photo.
  public let doubts: [Int64: Doubt]

  /// The flights, by photo.
  public let flights: [Int64: Flight]

  /// The photos that are doubted for a reason, or for any.
  func photos(doubtedFor reason: DoubtReason?) -> PhotoSet {
    var set = PhotoSet()
    for doubt in doubts.values where reason == nil || doubt.reason == reason {
      set.insert(doubt.photo)
    }
    return set
  }

  /// The photos that were taken in aeroplanes.
  var photosOnFlights: PhotoSet {
    var set = PhotoSet()
    for photo in flights.keys { set.insert(photo) }
    return set
  }
}

extension IndexReader {
  /// The doubts about the positions of all photos, without those that people have accepted; cached.
  public func doubts() throws -> FoundDoubts {
    try caches.doubts.answer(to: EntireIndex(), at: stamp()) {
      try FoundDoubts(judgedPhotos().findings, self)
    }
  }

  /// A position that a person has accepted as true; nil if there is none.
  public func acceptedPlace(of id: Int64) throws -> Coordinate? {
    try connection.statement("SELECT latitude, longitude FROM accepted_place WHERE id = ?1")
      .bind(id).first { $0.accepted(from: 0) } ?? nil
  }
}

extension FoundDoubts {
  /// An accepted position holds as long as the photo has it.
  fileprivate init(_ findings: Findings, _ reader: IndexReader) throws {
    var doubts = findings.doubts
    let rows = try reader.connection.statement(
      """
      SELECT photo.id FROM accepted_place AS accepted JOIN photo ON photo.id = accepted.id
      WHERE photo.latitude = accepted.latitude AND photo.longitude = accepted.longitude
      """)
    try rows.forEachRow { doubts[$0.integer(0)] = nil }
    self.init(doubts: doubts, flights: findings.flights)
  }
}

extension Statement {
  fileprivate func accepted(from column: Int32) -> Coordinate? {
    Coordinate(
      latitudeE7: Int32(clamping: integer(column)),
      longitudeE7: Int32(clamping: integer(column + 1)))
  }
}

extension IndexWriter {
  /// Keeps the position that a person has accepted as true; nil if there is none.
  public func setAcceptedPlace(_ place: Coordinate?, of id: Int64) throws {
    guard let place else {
      guard try removeOwnFacts(of: id, in: "accepted_place") else { return }
      derived.isVisible = true
      return
    }
    guard try reader.acceptedPlace(of: id) != place else { return }
    try connection.statement(
      "INSERT OR REPLACE INTO accepted_place (id, latitude, longitude) VALUES (?1, ?2, ?3)"
    ).bind(id, Int64(place.latitudeE7), Int64(place.longitudeE7)).run()
    noteOwnFacts(in: "accepted_place")
    derived.isVisible = true
  }
}
