internal import Grid
internal import Journeys
internal import PhotoFacts
internal import Query
internal import SQLite

/// The photos that are on the map and dated, by day, for homes and trips.
struct DatedPhotos: Sendable {
  /// Their times and positions.
  var log: SightingLog

  /// The cameras by which it tells them apart.
  fileprivate var cameras: DeviceNumbers

  /// The memory that it takes.
  var bytes: Int { log.bytes }
}

extension IndexReader {
  /// The dated photos of this version; cached.
  ///
  /// Walks the runs. After a change, reads only the photos of changed blocks again, unless there are too many.
  func datedPhotos() throws -> DatedPhotos {
    try caches.sightings.answer(to: EntireIndex(), at: stamp()) { older in
      let cameras = try DeviceNumbers(connection)
      if let older, let renewed = try renewed(older, cameras) { return renewed }
      return try walked(PhotoFilter(), cameras)
    }
  }

  /// The dated photos that pass a filter; not cached.
  func datedPhotos(passing filter: PhotoFilter) throws -> DatedPhotos {
    try walked(filter, DeviceNumbers(connection))
  }

  private func walked(_ filter: PhotoFilter, _ cameras: DeviceNumbers) throws -> DatedPhotos {
    let groups = try namedGroups().groups
    var walked = WalkedPhotos(
      groups: groups,
      devices: groups.groups.map {
        cameras[PhotoGroup(directoryAndCamera: $0, localityNumber: 0).camera]
      })
    try addChosen(filter, to: &walked) { $0.add($1, $2) }
    return DatedPhotos(log: SightingLog(walked.sightings), cameras: cameras)
  }

  private func renewed(
    _ older: AnswerCache<EntireIndex, DatedPhotos>.Entry, _ cameras: DeviceNumbers
  ) throws -> DatedPhotos? {
    // A privacy filter may show any photo elsewhere after a change to zones or tables.
    guard caches.privacy == nil, cameras.agree(with: older.answer.cameras),
      let blocks = try blocks(changedSince: older.version)
    else { return nil }
    var renewed = older.answer
    renewed.cameras = cameras
    guard let first = blocks.first, let last = blocks.last else { return renewed }
    var sightings = Sightings()
    for block in blocks { try addPhotos(ofBlock: block, to: &sightings, cameras) }
    let span = PhotoBlock.photos(of: first).lowerBound..<PhotoBlock.photos(of: last).upperBound
    let changed = Set(blocks)
    renewed.log.replace(
      span, where: { span.contains($0) && changed.contains(PhotoBlock.number(of: $0)) },
      with: sightings)
    return renewed
  }

  /// Adds the photos of a block as the grid has them.
  private func addPhotos(
    ofBlock block: Int64, to sightings: inout Sightings, _ cameras: DeviceNumbers
  ) throws {
    let photos = PhotoBlock.photos(of: block)
    photosRead &+= photos.count
    let rows = try connection.statement(
      """
      SELECT id, longitude, latitude, camera, local_time, utc_offset, instant, time_source
      FROM photo WHERE id >= ?1 AND id < ?2 AND latitude IS NOT NULL AND longitude IS NOT NULL
      """)
    try rows.bind(photos.lowerBound, photos.upperBound).forEachRow { row in
      let time = CaptureTime(
        local: row.optionalInteger(4), offset: row.optionalInteger(5),
        instant: row.optionalInteger(6), source: row.optionalInteger(7))
      let point = IndexedPoint(
        id: row.integer(0), longitudeE7: Int32(clamping: row.integer(1)),
        latitudeE7: Int32(clamping: row.integer(2)), time, nil, .exif)
      guard point.time != IndexedPoint.undated else { return }
      sightings.append(
        localMilliseconds: point.localTime, longitudeE7: point.longitudeE7,
        latitudeE7: point.latitudeE7, device: cameras[row.optionalInteger(3)], id: point.id)
    }
  }
}

/// Numbers for cameras without regard to lenses, which stay the same when cameras are added; 0 stands for unknown ones.
struct DeviceNumbers: Sendable {
  private var numbers: [Int64: Int32] = [:]

  /// Gives each row of the table the id of the first one with its make and model.
  init(_ connection: Connection) throws {
    var first: [[[UInt8]?]: Int32] = [:]
    let rows = try connection.statement(
      "SELECT id, make, model FROM camera WHERE make IS NOT NULL OR model IS NOT NULL ORDER BY id")
    try rows.forEachRow { row in
      // Compared by bytes, as filters do.
      let name = [1, 2].map { row.isNull($0) ? nil : row.bytes($0) }
      let number = first[name] ?? Int32(clamping: row.integer(0))
      first[name] = number
      numbers[row.integer(0)] = number
    }
  }

  subscript(camera: Int64?) -> Int32 { camera.flatMap { numbers[$0] } ?? 0 }

  /// Whether cameras that both know have the same numbers.
  func agree(with older: DeviceNumbers) -> Bool {
    older.numbers.allSatisfy { numbers[$0.key].map { [old = $0.value] in $0 == old } ?? true }
  }
}

/// The dated photos of some runs.
private struct WalkedPhotos: Mergeable {
  private(set) var sightings = Sightings()
  private let groups: PhotoGroups

  /// For each group the number of its camera.
  private let devices: [Int32]

  init(groups: PhotoGroups, devices: [Int32]) { (self.groups, self.devices) = (groups, devices) }

  var emptied: WalkedPhotos { WalkedPhotos(groups: groups, devices: devices) }

  mutating func merge(_ other: WalkedPhotos) { sightings.append(other.sightings) }

  mutating func add(_ run: GridRun, _ chosen: PointSelection) {
    for index in chosen where run.time(index) != IndexedPoint.undated {
      let photo = run.id(index)
      sightings.append(
        localMilliseconds: run.localTime(index), longitudeE7: run.longitudeE7(index),
        latitudeE7: run.latitudeE7(index), device: devices[groups.groupPosition(of: photo)],
        id: photo)
    }
  }
}
