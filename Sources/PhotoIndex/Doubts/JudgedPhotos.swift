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

  /// The memory that it takes.
  var bytes: Int { log.bytes + findings.bytes }
}

extension IndexReader {
  /// Judges the positions of all photos; cached.
  ///
  /// After a change, reads only the photos of changed blocks again, unless there are too many, and judges only the days
  /// around them.
  func judgedPhotos() throws -> JudgedPhotos {
    try caches.judged.answer(to: EntireIndex(), at: stamp()) { older in
      let cameras = try DeviceNumbers(connection)
      let places = caches.places
      func judge(_ log: ObservationLog, _ former: Findings?) -> JudgedPhotos {
        let findings = Findings(log, former: former) { places?.isOpenSea($0) ?? false }
        return JudgedPhotos(log: log, findings: findings, cameras: cameras)
      }
      guard let older, cameras.agree(with: older.answer.cameras),
        let blocks = try blocks(changedSince: older.version)
      else { return judge(ObservationLog(try observations(nil, cameras)), nil) }
      guard let first = blocks.first, let last = blocks.last else { return older.answer }
      var log = older.answer.log
      let changed = Set(blocks)
      let span = PhotoBlock.photos(of: first).lowerBound..<PhotoBlock.photos(of: last).upperBound
      let photos = try blocks.flatMap { try observations(PhotoBlock.photos(of: $0), cameras) }
      log.replace(
        ids: { span.contains($0) && changed.contains(PhotoBlock.number(of: $0)) }, with: photos)
      return judge(log, older.answer.findings)
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
          stated: row.isNull(12) ? nil : row.text(12).flatMap(OtherPlace.init(remarks:))?.coordinate
        ))
    }
    return photos
  }
}
