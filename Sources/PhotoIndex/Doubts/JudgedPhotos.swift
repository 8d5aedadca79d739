internal import Geography
internal import PhotoFacts
internal import Places
internal import Plausibility
internal import SQLite

/// The photos of a version of the index as their positions are judged, with what was found.
struct JudgedPhotos: Sendable {
  fileprivate(set) var log: ObservationLog
  fileprivate(set) var findings: Findings

  /// The cameras by which it tells them apart.
  fileprivate var cameras: DeviceNumbers

  /// What identifies the tracks with which they were compared.
  fileprivate var tracks: Set<UInt64>

  /// The memory that it takes.
  var bytes: Int { log.bytes + findings.bytes }
}

extension IndexReader {
  /// Judges the positions of all photos; cached.
  ///
  /// After a change, reads only the photos of changed blocks again, unless there are too many, and judges only the days
  /// around them, and those of changed tracks.
  func judgedPhotos() throws -> JudgedPhotos {
    try caches.judged.answer(to: EntireIndex(), at: stamp()) { older in
      let cameras = try DeviceNumbers(connection)
      let places = caches.places
      let spans = try trackSpans()
      let stamps = Set(spans.map(\.stamp))
      func judge(_ log: ObservationLog, _ former: Findings?) throws -> JudgedPhotos {
        let fixes = FixesOnDemand(self)
        let ground = caches.ground.current.map {
          GroundInTime(ground: $0, deadline: state.deadline)
        }
        let findings = Findings(
          log, former: former, tracks: fixes.tracks(spans), ground: ground
        ) { places?.isOpenSea($0) ?? false }
        if let failure = fixes.failure { throw failure }
        try checkDeadline()
        return JudgedPhotos(log: log, findings: findings, cameras: cameras, tracks: stamps)
      }
      guard let older, cameras.agree(with: older.answer.cameras),
        let blocks = try blocks(changedSince: older.version)
      else { return try judge(ObservationLog(try observations(nil, cameras)), nil) }
      var log = older.answer.log
      guard let first = blocks.first, let last = blocks.last else {
        return older.answer.tracks == stamps
          ? older.answer : try judge(log, older.answer.findings)
      }
      let changed = Set(blocks)
      let span = PhotoBlock.photos(of: first).lowerBound..<PhotoBlock.photos(of: last).upperBound
      let photos = try blocks.flatMap { try observations(PhotoBlock.photos(of: $0), cameras) }
      log.replace(
        ids: { span.contains($0) && changed.contains(PhotoBlock.number(of: $0)) }, with: photos)
      return try judge(log, older.answer.findings)
    }
  }

  /// From when to when each track was recorded, with a number that changes with its file.
  private func trackSpans() throws -> [KnownTracks.Span] {
    guard !isForGuests else { return [] }
    return try connection.statement(
      "SELECT first, last, id, count, size, modified FROM track WHERE first <= last"
    ).map { row in
      var hasher = Hasher()
      for column in 0..<6 as Range<Int32> { hasher.combine(row.integer(column)) }
      let stamp = UInt64(truncatingIfNeeded: hasher.finalize())
      return (row.integer(0)...row.integer(1), stamp)
    }
  }

  /// The photos with some ids, or all, that are on the map.
  private func observations(
    _ ids: Range<Int64>?, _ cameras: DeviceNumbers
  ) throws -> [Observation] {
    var photos: [Observation] = []
    let rows = try connection.statement(
      """
      SELECT id, \(PlaceColumn.ofLocations.list()), camera, local_time, utc_offset, instant, time_source,
        remarks
      FROM photo WHERE id >= ?1 AND id < ?2 AND latitude IS NOT NULL AND longitude IS NOT NULL
      """)
    try rows.bind(ids?.lowerBound ?? .min, ids?.upperBound ?? .max).forEachRow { row in
      photosRead &+= 1
      guard let location = row.location(from: 1) else { return }
      let time = CaptureTime(
        local: row.optionalInteger(8), offset: row.optionalInteger(9),
        instant: row.optionalInteger(10), source: row.optionalInteger(11))
      let device = cameras[row.optionalInteger(7)]
      photos.append(
        Observation(
          id: row.integer(0), time: time, location: location, device: device == 0 ? nil : device,
          stated: row.isNull(12) ? nil : row.text(12).flatMap(OtherPlace.init(remarks:))))
    }
    return photos
  }
}

/// The fixes of all tracks, read when photos are compared with them.
private final class FixesOnDemand {
  private let reader: IndexReader
  private var fixes: StoredFixes?

  /// Why fixes could not be read.
  private(set) var failure: (any Error)?

  init(_ reader: IndexReader) { self.reader = reader }

  func tracks(_ spans: [KnownTracks.Span]) -> KnownTracks? {
    guard !spans.isEmpty else { return nil }
    return KnownTracks(
      spans, near: { instant, limit in self.read { try $0?.fixes(near: instant, within: limit) } },
      between: { instants in
        self.read { fixes in
          try fixes?.parts(in: instants).flatMap { part in part.fixes.map { (part.track, $0) } }
        }
      })
  }

  private func read(
    _ body: (inout StoredFixes?) throws -> [KnownTracks.TrackFix]?
  ) -> [KnownTracks.TrackFix] {
    guard failure == nil else { return [] }
    do {
      try reader.checkDeadline()
      if fixes == nil { fixes = try StoredFixes(reader) }
      return try body(&fixes) ?? []
    } catch {
      failure = error
      return []
    }
  }
}

/// The ground, which is unknown from the deadline of a query on.
private struct GroundInTime: Ground {
  let ground: any Ground
  let deadline: Deadline?
  var version: String { ground.version }

  func elevation(at position: Coordinate, every metres: Double) -> Double? {
    deadline?.isOver == true ? nil : ground.elevation(at: position, every: metres)
  }
}
