import Geography
import Grid
import PhotoFacts
import PhotoIndex
import Query

extension LibraryModel {
  /// Runs the same query on the index and the list, in each possible way.
  func ask() throws {
    guard isInStep else { return }
    let filter = newFilter()
    let wanted = expected.filter { matches($0.photo, filter) }
    let ids = Set(wanted.compactMap { $0.id ?? idOf($0.photo) })
    try require(ids.count == wanted.count, "ids are shared or missing")
    let zoom = Int.random(in: 0..<20, using: &random)
    let pageSize = draw([1, 3, 1_000]) ?? 1
    let (origin, reach) = (newPlace(), draw([1_000.0, 1e6, 3e7]) ?? 1e6)
    try index.read { reader in
      let count = try reader.count(filter)
      try require(count == wanted.count, "\(filter) counts \(count), not \(wanted.count)")
      try require(try paged(reader, filter, pageSize) == ids, "the pages of \(filter)")
      var listed: [Int64] = []
      try reader.forEachPhoto(filter) { listed.append($0.id) }
      try require(listed == ids.sorted(), "the listing of \(filter)")
      try askForMarks(reader, filter, zoom, ids)
      let near = try reader.nearest(to: origin, count: 7, within: reach, filter).map(
        \.line.distance)
      let distances = wanted.map { origin.geodesic(to: $0.photo.place).distance }
        .filter { $0 <= reach }.sorted().prefix(7)
      try require(near == Array(distances), "the nearest to \(origin): \(near), not \(distances)")
      let summary = try reader.summary()
      try require(summary.located == expected.count, "the summary")
      let unlocated = files.values.filter { $0.place == nil }.count
      try require(summary.unlocated[.noGPS] == unlocated, "the unlocated")
    }
  }

  private func askForMarks(
    _ reader: IndexReader, _ filter: PhotoFilter, _ zoom: Int, _ ids: Set<Int64>
  ) throws {
    let marks = try reader.marks(filter, zoom: zoom)
    var opened: [Int64] = []
    for mark in marks.marks {
      switch mark {
      case .pin(let pin): opened.append(pin.id)
      case .cluster(let cluster):
        let photos = try reader.pins(in: cluster.cell, filter, limit: 10_000).elements.map(\.id)
        try require(photos.count == cluster.count, "cluster \(cluster.id) opens \(photos.count)")
        opened += photos
      }
    }
    try require(marks.photoCount == ids.count && opened.count == ids.count, "clusters of \(filter)")
    try require(Set(opened) == ids, "what the clusters of \(filter) open")
  }

  private func paged(_ reader: IndexReader, _ filter: PhotoFilter, _ size: Int) throws -> Set<Int64>
  {
    var ids: Set<Int64> = []
    var cursor: PageCursor?
    repeat {
      let page = try reader.pins(filter, after: cursor, limit: size)
      for pin in page.elements {
        try require(ids.insert(pin.id).inserted, "\(pin.id) is on two pages")
      }
      cursor = page.next
    } while cursor != nil
    return ids
  }

  private func idOf(_ photo: Expected) -> Int64? {
    photo.root == Self.importRoot ? strangers[photo.path]?.id : files[photo.path]?.id
  }

  private func newFilter() -> PhotoFilter {
    var filter = PhotoFilter()
    if chance(2) {
      let (one, other) = (newPlace(), newPlace())
      let sides = [
        one.longitude, min(one.latitude, other.latitude), other.longitude,
        max(one.latitude, other.latitude),
      ]
      edges = sides
      filter.box = BoundingBox(west: sides[0], south: sides[1], east: sides[2], north: sides[3])
    }
    if chance(3) {
      let from = Int64.random(in: 0..<1_700_000_000_000, using: &random)
      filter.time = TimeSpan(
        from: chance(3) ? nil : from, through: chance(3) ? nil : from + 500_000_000_000)
    }
    if chance(4) { filter.camera = draw(["lumo", "F2", "nothing"]) }
    if chance(4) { filter.source = draw([.exif, .sidecar, .import]) }
    if chance(4) { filter.media = draw(MediaKind.allCases) }
    if chance(4) { filter.path = draw(["a/*", "s/*", "d/*", "x*"]) }
    return filter
  }

  private func matches(_ photo: Expected, _ filter: PhotoFilter) -> Bool {
    if filter.box != nil, let edges {
      let (longitude, latitude) = (photo.place.longitude, photo.place.latitude)
      guard latitude >= edges[1], latitude <= edges[3] else { return false }
      let isInside =
        edges[0] <= edges[2]
        ? longitude >= edges[0] && longitude <= edges[2]
        : longitude >= edges[0] || longitude <= edges[2]
      guard isInside else { return false }
    }
    if let span = filter.time {
      guard let time = photo.milliseconds, time >= span.from ?? .min, time <= span.through ?? .max
      else { return false }
    }
    if let camera = filter.camera {
      guard photo.camera?.lowercased().contains(camera.lowercased()) ?? false else { return false }
    }
    if let source = filter.source, photo.source != source { return false }
    if filter.media == .video { return false }
    if let path = filter.path, !photo.path.hasPrefix(path.dropLast()) { return false }
    return true
  }
}
