internal import Geography
internal import Grid
internal import PhotoExchange
internal import PhotoIndex
internal import PhotoFacts
internal import Places
internal import Synchronization

/// A cache of serialised features, which later responses copy.
///
/// Looking up and serialising a photo takes some 25 µs, copying it much less than 1 µs. The cache belongs to
/// one version of the index and is dropped with the next.
final class WrittenFeatures: Sendable {
  /// What the features of a cache have in common.
  private struct Kind: Hashable {
    var language: Language
    var properties: PropertySelection
    var baseURL: String?

    /// The parts of STAC items; nil for features.
    var fields: ItemFields?

    /// What the photos lack, so that no guest gets the features of another visitor.
    var withheld: Set<PhotoProperty>

    /// Whether they have flights and doubts if these are selected: not all requests judge, and only those of owners.
    var isJudged = false
  }

  private struct Contents {
    /// The numbers of the kinds in the cache.
    var kinds: [Kind: Int] = [:]
    var cache: FeatureCache
  }

  private let contents: Mutex<Contents>

  /// How many kinds are cached; one more clears the cache.
  private static let mostKinds = 100

  /// Makes a cache of a limited size in bytes, by default enough for the photos of many full screens.
  init(limit: Int = 64 << 20) {
    contents = Mutex(Contents(cache: FeatureCache(limit: limit)))
  }

  /// Writes the features of photos that the reader has just found, in this order, with distances if there are
  /// `lines`.
  func write(
    _ pins: [Pin], lines: [GeodesicLine]? = nil, as feature: PhotoFeature,
    _ reader: some PhotoSource, judgement: JudgedLibrary? = nil, to json: inout JSONWriter
  ) throws {
    if feature.properties.needsNoRecord {
      guard let lines else { return feature.write(pins, to: &json) }
      for (pin, line) in zip(pins, lines) { feature.write(pin, line: line, to: &json) }
      return
    }
    let beginnings = try beginnings(of: pins, as: feature, reader, judgement)
    for index in pins.indices {
      guard let beginning = beginnings[index] else { continue }
      feature.write(beginning: beginning, line: lines?[index], to: &json)
    }
  }

  /// Writes the same photos as STAC items.
  func write(
    _ pins: [Pin], as item: PhotoItem, _ reader: some PhotoSource, to json: inout JSONWriter
  ) throws {
    let kind = Kind(
      language: reader.language, properties: .all, baseURL: item.baseURL, fields: item.fields,
      withheld: reader.withheld)
    let items = try written(of: pins, kind, withNames: item.needsNames, reader) {
      item.write($0, to: &$1)
    }
    for item in items { if let item { json.raw(item) } }
  }

  /// The parts of features that are the same for all queries; nil for photos that have gone.
  private func beginnings(
    of pins: [Pin], as feature: PhotoFeature, _ reader: some PhotoSource,
    _ judgement: JudgedLibrary?
  ) throws -> [[UInt8]?] {
    let kind = Kind(
      language: reader.language, properties: feature.properties, baseURL: feature.baseURL,
      withheld: reader.withheld, isJudged: judgement != nil)
    return try written(of: pins, kind, withNames: feature.properties.needsNames, reader) {
      feature.writeBeginning(judgement.judged($0), to: &$1)
    }
  }

  /// What `write` makes of each photo, from the cache if it has it; nil for photos that have gone.
  private func written(
    of pins: [Pin], _ kind: Kind, withNames: Bool, _ reader: some PhotoSource,
    _ write: (PhotoRecord, inout JSONWriter) -> Void
  ) throws -> [[UInt8]?] {
    let version = try reader.stamp()
    var known = contents.withLock { contents in
      contents.cache.find(pins, contents.kinds[kind], of: version)
    }
    var isNew = false
    for index in pins.indices where known[index] == nil {
      guard let photo = try reader.photo(of: pins[index], withNames: withNames) else { continue }
      var beginning = JSONWriter(capacity: 768)
      write(photo, &beginning)
      guard !beginning.bytes.isEmpty else { continue }
      known[index] = beginning.bytes
      isNew = true
    }
    guard isNew else { return known }
    contents.withLock { contents in
      if contents.kinds[kind] == nil, contents.kinds.count >= Self.mostKinds {
        contents = Contents(cache: FeatureCache(limit: contents.cache.limit))
      }
      let number = contents.kinds[kind] ?? contents.kinds.count
      contents.kinds[kind] = number
      contents.cache.keep(known, of: pins, number, of: version)
    }
    return known
  }
}

/// A cache in two generations.
///
/// When the newer is full it replaces the older, which is dropped. So frequently used entries stay without
/// tracking their use.
private struct FeatureCache {
  /// The features of photos with successive ids, which are often near each other, too, and so in one response.
  private typealias Page = [[UInt8]?]

  private struct Key: Hashable {
    var page: Int64
    var kind: Int
  }

  /// The largest size in bytes.
  let limit: Int

  private var version: IndexStamp?
  private var newer: [Key: Page] = [:]
  private var older: [Key: Page] = [:]
  private var bytesInNewer = 0

  private static let idsOfPage = 64

  /// The memory of an entry besides its bytes, and that of a page besides its entries.
  private static let overhead = 48
  private static let overheadOfPage = 600

  init(limit: Int) { self.limit = limit }

  private static func place(_ id: Int64, _ kind: Int) -> (key: Key, slot: Int) {
    let (page, slot) = (id & ~Int64(idsOfPage - 1), Int(id & Int64(idsOfPage - 1)))
    return (Key(page: page, kind: kind), slot)
  }

  func find(_ pins: [Pin], _ kind: Int?, of version: IndexStamp) -> [[UInt8]?] {
    guard let kind, version == self.version else { return Array(repeating: nil, count: pins.count) }
    var last: Key?
    var pages: (newer: Page?, older: Page?)
    return pins.map { pin in
      let (key, slot) = Self.place(pin.id, kind)
      if key != last { (last, pages) = (key, (newer[key], older[key])) }
      return pages.newer?[slot] ?? pages.older?[slot]
    }
  }

  mutating func keep(_ features: [[UInt8]?], of pins: [Pin], _ kind: Int, of version: IndexStamp) {
    if version != self.version {
      // A response that began before the index changed must not add to the newer cache.
      if let current = self.version, current.isNewer(than: version) { return }
      self = FeatureCache(limit: limit)
      self.version = version
    }
    for (pin, feature) in zip(pins, features) {
      if let feature { keep(feature, of: pin.id, kind) }
    }
    guard bytesInNewer > limit / 2 else { return }
    older = newer
    newer = [:]
    bytesInNewer = 0
  }

  private mutating func keep(_ feature: [UInt8], of id: Int64, _ kind: Int) {
    let (key, slot) = Self.place(id, kind)
    if newer[key] == nil {
      newer[key] = Array(repeating: nil, count: Self.idsOfPage)
      bytesInNewer += Self.overheadOfPage
    }
    guard newer[key]?[slot] == nil else { return }
    newer[key]?[slot] = feature
    bytesInNewer += feature.count + Self.overhead
  }
}
