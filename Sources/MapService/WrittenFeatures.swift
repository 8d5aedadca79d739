internal import Geography
internal import PhotoExchange
internal import PhotoIndex
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

    var isWhole: Bool { properties == .all }
  }

  /// The largest size in bytes, enough for the photos of many full screens.
  private let limit: Int

  private let caches = Mutex<[Kind: FeatureCache]>([:])

  /// How many languages, and how many selections of properties, are cached.
  private static let most = 4

  init(limit: Int = 64 << 20) { self.limit = limit }

  /// Writes the features of photos that the reader has just found, in this order, with distances if there are
  /// `lines`.
  func write(
    _ pins: [Pin], lines: [GeodesicLine]? = nil, as feature: PhotoFeature, _ reader: IndexReader,
    to json: inout JSONWriter
  ) throws {
    if feature.properties.needsNoRecord {
      guard let lines else { return feature.write(pins, to: &json) }
      for (pin, line) in zip(pins, lines) { feature.write(pin, line: line, to: &json) }
      return
    }
    let beginnings = try beginnings(of: pins, as: feature, reader)
    for index in pins.indices {
      guard let beginning = beginnings[index] else { continue }
      feature.write(beginning: beginning, id: pins[index].id, line: lines?[index], to: &json)
    }
  }

  /// The parts of features that are the same for all requests; nil for photos that have gone.
  private func beginnings(
    of pins: [Pin], as feature: PhotoFeature, _ reader: IndexReader
  ) throws -> [[UInt8]?] {
    let kind = Kind(language: reader.language, properties: feature.properties)
    let version = try reader.stamp()
    var known = caches.withLock {
      $0[kind]?.find(pins, of: version) ?? Array(repeating: nil, count: pins.count)
    }
    var isNew = false
    for index in pins.indices where known[index] == nil {
      guard let photo = try reader.photo(pins[index].id) else { continue }
      var beginning = JSONWriter(capacity: 640)
      feature.writeBeginning(photo, to: &beginning)
      guard !beginning.bytes.isEmpty else { continue }
      known[index] = beginning.bytes
      isNew = true
    }
    guard isNew else { return known }
    // Selections have fewer bytes, and must not displace what the page asks for.
    let limit = limit / Self.most * (kind.isWhole ? 3 : 1) / 4
    caches.withLock { caches in
      let alike = caches.keys.count { $0.isWhole == kind.isWhole }
      if caches[kind] == nil, alike >= Self.most {
        caches = caches.filter { $0.key.isWhole != kind.isWhole }
      }
      caches[kind, default: FeatureCache()].keep(known, of: pins, of: version, limit: limit)
    }
    return known
  }
}

/// A cache in two generations.
///
/// When the newer is full it replaces the older, which is dropped. So frequently used entries stay without
/// tracking their use.
private struct FeatureCache {
  private var version: IndexStamp?
  private var newer: [Int64: [UInt8]] = [:]
  private var older: [Int64: [UInt8]] = [:]
  private var bytesInNewer = 0

  /// The memory of an entry besides its bytes.
  private static let overhead = 80

  func find(_ pins: [Pin], of version: IndexStamp) -> [[UInt8]?] {
    guard version == self.version else { return Array(repeating: nil, count: pins.count) }
    return pins.map { newer[$0.id] ?? older[$0.id] }
  }

  mutating func keep(_ features: [[UInt8]?], of pins: [Pin], of version: IndexStamp, limit: Int) {
    if version != self.version {
      // A response that began before the index changed must not add to the newer cache.
      if let current = self.version, current.isNewer(than: version) { return }
      self = FeatureCache()
      self.version = version
    }
    for (pin, feature) in zip(pins, features) {
      guard let feature, newer[pin.id] == nil else { continue }
      newer[pin.id] = feature
      bytesInNewer += feature.count + Self.overhead
    }
    guard bytesInNewer > limit / 2 else { return }
    older = newer
    newer = [:]
    bytesInNewer = 0
  }
}
