import Geography
import PhotoExchange
import PhotoFacts
import PhotoIndex
import PhotoMetadata
import Query

/// Deterministic workloads, whose instructions `scripts/test instructions` counts.
///
/// Each repeats its query or write often enough that start-up costs do not matter.
struct HotPaths {
  /// The names of the workloads.
  static let names = [
    "box", "count", "clusters", "filters", "world", "nearest", "features", "parse", "load", "jpeg",
  ]

  private static let loaded = 4_000
  private static let listed = 2_000

  private let library: Library
  private let databases: Databases

  init(_ library: Library, _ databases: Databases) {
    self.library = library
    self.databases = databases
  }

  /// Makes the index; its instructions are not counted.
  func prepare() throws {
    removeDatabase(databases.index)
    let index = try PhotoIndex(path: FilePath(databases.index), access: .writing)
    try write(library.photos.indices, to: index)
  }

  /// Runs a workload once as a warm-up, and once to be counted.
  func run(_ name: String) throws {
    switch name {
    case "box":
      try ask(half: 0.05) { _ = try $0.pins($1, limit: 1_000) }
    case "count":
      try ask(half: 1) { _ = try $0.count($1) }
    case "clusters":
      try ask(half: 2) { _ = try $0.marks($1, zoom: 8) }
    case "filters":
      try ask(half: 20) { reader, filter in
        var filter = filter
        filter.media = .image
        filter.camera = "Fenwick"
        _ = try reader.marks(filter, zoom: 4)
      }
    case "world":
      let index = try databases.openIndex()
      var filter = PhotoFilter()
      filter.camera = "Fenwick"
      var round = 0
      try twice {
        for _ in 0..<10 {
          round += 1
          filter.box = Self.world(round)
          _ = try index.read { try $0.marks(filter, zoom: 2) }
        }
      }
    case "nearest":
      let index = try databases.openIndex()
      let places = library.randomCentres(40, seed: 7).map(\.coordinate)
      try twice {
        for place in places { _ = try index.read { try $0.nearest(to: place, count: 10) } }
      }
    case "features":
      let index = try databases.openIndex()
      try twice { _ = try features(index) }
    case "parse":
      let document = try features(databases.openIndex())
      try twice { _ = try PhotoCollection.photos(document) }
    case "load":
      let path = databases.folder + "/loaded.sqlite"
      removeDatabase(path)
      let index = try PhotoIndex(path: FilePath(path), access: .writing)
      try write(0..<Self.loaded, to: index)
      // Counts the second batch only, which goes into an existing index.
      try countedWork { try write(Self.loaded..<(2 * Self.loaded), to: index) }
      removeDatabase(path)
    case "jpeg":
      var reader = PhotoReader()
      let path = FilePath("sample-photos/2024-japan/mount-fuji.jpg")
      guard reader.facts(at: path).place.location != nil else {
        throw Failure("\(path) has no place, or is not here")
      }
      try twice { for _ in 0..<200 { _ = reader.facts(at: path) } }
    default: throw Failure("there is no piece of work called \(name)")
    }
  }

  /// Asks the same twice; the boxes of the second time are slightly larger, so that no answer is cached.
  private func ask(half: Double, _ question: (IndexReader, PhotoFilter) throws -> Void) throws {
    let index = try databases.openIndex()
    let centres = library.randomCentres(40, seed: 5).map(\.coordinate)
    var half = half
    try twice {
      for centre in centres {
        var filter = PhotoFilter()
        filter.box = BoundingBox(around: centre, half)
        try index.read { try question($0, filter) }
      }
      half += 1e-6
    }
  }

  /// A box around all photos, slightly different in each round.
  static func world(_ round: Int) -> BoundingBox? {
    BoundingBox(west: -180, south: -90 + 1e-6 * Double(round), east: 180, north: 90)
  }

  /// The first photos as GeoJSON with all properties, as in a page of the API or an export.
  private func features(_ index: PhotoIndex) throws -> [UInt8] {
    var list = PhotoListWriter(.geojson, baseURL: "http://127.0.0.1:8080")
    list.begin(matched: nil, returned: 0)
    try index.read { reader in
      try reader.forEachPhoto(PhotoFilter(), limit: Self.listed) { list.write($0) }
    }
    list.end()
    return list.take()
  }

  private func twice(_ work: () throws -> Void) throws {
    try work()
    try countedWork(work)
  }

  private func write(_ numbers: Range<Int>, to index: PhotoIndex) throws {
    let files = numbers.map(library.file)
    try index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      let directory = try writer.markListed(FilePath("\(numbers.lowerBound)"), in: root, scan: 1).id
      for file in files { try writer.add(file, in: directory) }
    }
  }
}

/// The counted function; callgrind finds it by name, so it must not be inlined.
@inline(never)
func countedWork(_ work: () throws -> Void) throws { try work() }
