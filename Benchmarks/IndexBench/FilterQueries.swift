import Geography
import Grid
import PhotoFacts
import PhotoIndex
import TestSupport
import Query

/// Queries of a map with filters of every kind: the world, views, counts, pages and the timeline.
///
/// With the library given, the results are compared with a scan of all photos; without it, any index can be measured.
struct FilterQueries {
  private static let rounds = 5
  private static let viewCount = 8

  let library: Library?
  let index: PhotoIndex

  func measure() throws -> [Row] {
    let centres = try viewCentres()
    return try Self.filters.flatMap { name, filter in
      try check(filter, centres)
      return [
        try world(filter, name, "count again") { _ = try $0.count($1) },
        try world(filter, name, "world at zoom 2", isNew: true) { _ = try $0.marks($1, zoom: 2) },
        try world(filter, name, "world again") { _ = try $0.marks($1, zoom: 2) },
        try world(filter, name, "timeline", isNew: true) { _ = try $0.timeline($1, buckets: 100) },
        try world(filter, name, "timeline again") { _ = try $0.timeline($1, buckets: 100) },
        try views(filter, name, 5...6, centres) { _ = try $0.marks($1, zoom: $2) },
        try views(filter, name, 7...10, centres) { _ = try $0.marks($1, zoom: $2) },
        try views(filter, name, 8...8, centres, "page of") { reader, filter, _ in
          _ = try reader.pins(filter, limit: 1_000)
        },
        try nearest(filter, name, centres),
      ]
    }
  }

  private static let filters: [(String, PhotoFilter)] = {
    var span = PhotoFilter()
    // From noon to noon, so that the days at both ends must be read.
    span.time = TimeSpan(from: 1_420_113_600_000, through: 1_583_020_800_000)
    var media = PhotoFilter()
    media.media = .video
    var source = PhotoFilter()
    source.source = .exif
    var camera = PhotoFilter()
    camera.camera = "Fenwick"
    var path = PhotoFilter()
    path.path = "*_1*"
    var mixed = span
    mixed.media = .image
    mixed.camera = "Fenwick"
    return [
      ("everything", PhotoFilter()), ("time", span), ("media", media), ("source", source),
      ("camera", camera), ("path", path),
      ("time, media and camera", mixed),
    ]
  }()

  /// Positions of random photos, around which the views are.
  private func viewCentres() throws -> [Coordinate] {
    var random = SeededRandom(seed: 81)
    return try index.read { reader in
      let located = try reader.summary().located
      return try (0..<Self.viewCount).compactMap { _ in
        try reader.photo(.random(in: 1...Int64(located), using: &random))?.place.location?
          .coordinate
      }
    }
  }

  /// Measures a query of the whole world.
  ///
  /// If it is new, its box differs slightly each time, so that no result is cached; only the photos that pass the
  /// filter are known. Otherwise the index may answer from its cache, and that is measured.
  private func world(
    _ filter: PhotoFilter, _ name: String, _ what: String, isNew: Bool = false,
    _ ask: (IndexReader, PhotoFilter) throws -> Void
  ) throws -> Row {
    try index.read { try ask($0, filter) }
    var times = Times()
    for round in 1...Self.rounds {
      var other = filter
      if isNew { other.box = HotPaths.world(round) }
      try times.measure { try index.read { try ask($0, other) } }
    }
    return Row("\(name): \(what)", ours: times)
  }

  private func views(
    _ filter: PhotoFilter, _ name: String, _ zooms: ClosedRange<Int>, _ centres: [Coordinate],
    _ what: String = "view at", _ ask: (IndexReader, PhotoFilter, Int) throws -> Void
  ) throws -> Row {
    var times = Times()
    for zoom in zooms {
      for centre in centres {
        var view = filter
        view.box = BoundingBox(around: centre, 450 / Double(1 << zoom))
        try index.read { try ask($0, view, zoom) }
        try times.measure { try index.read { try ask($0, view, zoom) } }
      }
    }
    let range = zooms.count == 1 ? "\(zooms.lowerBound)" : "\(zooms.lowerBound)–\(zooms.upperBound)"
    return Row("\(name): \(what) zoom \(range)", ours: times)
  }

  private func nearest(_ filter: PhotoFilter, _ name: String, _ centres: [Coordinate]) throws -> Row
  {
    var times = Times()
    for centre in centres {
      try times.measure {
        _ = try index.read { try $0.nearest(to: centre, count: 10, filter) }
      }
    }
    return Row("\(name): nearest ten", ours: times)
  }
}

extension FilterQueries {
  private func check(_ filter: PhotoFilter, _ centres: [Coordinate]) throws {
    guard let library else { return }
    for box in [nil] + centres.map({ BoundingBox(around: $0, 8) }) {
      var asked = filter
      asked.box = box
      let expected = library.photos.indices.reduce(0) {
        $0 + (library.matches($1, asked) ? 1 : 0)
      }
      try index.read { reader in
        try requireEqual(try reader.count(asked), expected, "the count of \(asked)")
        let marks = try reader.marks(asked, zoom: 5)
        try requireEqual(marks.photoCount, expected, "the photos of \(asked)")
        let timeline = try reader.timeline(asked, buckets: 100)
        let sum = timeline.buckets.reduce(timeline.undated) { $0 + $1.count }
        try requireEqual(sum, expected, "the timeline of \(asked)")
      }
    }
  }
}

extension Library {
  /// Whether a photo matches a filter; a path filter must be `*_1*`.
  fileprivate func matches(_ number: Int, _ filter: PhotoFilter) -> Bool {
    let photo = photos[number]
    if let box = filter.box, !box.contains(photo.coordinate) { return false }
    if let span = filter.time {
      guard let time = photo.time, time >= span.from ?? .min, time <= span.through ?? .max else {
        return false
      }
    }
    if let media = filter.media, photo.kind != media { return false }
    if let source = filter.source, source != .exif { return false }
    if let camera = filter.camera, Self.cameraMake(of: number) != camera { return false }
    if filter.path != nil, String(number).first != "1" { return false }
    return true
  }
}
