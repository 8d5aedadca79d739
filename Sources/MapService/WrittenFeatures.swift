internal import PhotoExchange
internal import PhotoIndex
internal import Places
internal import Synchronization

/// Features as they were written before, so that the next answer with the same photos copies them.
///
/// Looking a photo up and writing it anew takes some 25 µs, copying what was written a fraction of
/// one. The cache belongs to one version of the index and is dropped with the next.
final class WrittenFeatures: Sendable {
  /// How many bytes are kept at most: what the photos of many full screens take.
  private let limit: Int

  /// By the language of names.
  private let shelves = Mutex<[Language: Shelf]>([:])

  /// How many languages are kept; people in a house speak few.
  private static let mostLanguages = 4

  init(limit: Int = 64 << 20) { self.limit = limit }

  /// Writes the features of these photos, which the reader has just found, in this order.
  func write(
    _ pins: [Pin], as feature: PhotoFeature, _ reader: IndexReader, to json: inout JSONWriter
  ) throws {
    guard feature.properties == .all else {
      if feature.properties.needsNoRecord {
        return feature.write(pins, to: &json)
      }
      for pin in pins { try feature.write(pin, reader, to: &json) }
      return
    }
    let version = try reader.stamp()
    var known = shelves.withLock {
      $0[reader.language]?.find(pins, of: version) ?? Array(repeating: nil, count: pins.count)
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
    if isNew {
      let limit = limit / Self.mostLanguages
      shelves.withLock { shelves in
        if shelves[reader.language] == nil, shelves.count >= Self.mostLanguages {
          shelves.removeAll()
        }
        shelves[reader.language, default: Shelf()]
          .keep(known, of: pins, of: version, limit: limit)
      }
    }
    for index in pins.indices {
      guard let beginning = known[index] else { continue }
      feature.write(beginning: beginning, id: pins[index].id, to: &json)
    }
  }
}

/// Two layers: when the newer is full it becomes the older, and the older goes, so that what is asked
/// for again and again stays without any of it being sorted by use.
private struct Shelf {
  private var version: IndexStamp?
  private var newer: [Int64: [UInt8]] = [:]
  private var older: [Int64: [UInt8]] = [:]
  private var bytesInNewer = 0

  /// What an entry takes beside its bytes.
  private static let overhead = 80

  func find(_ pins: [Pin], of version: IndexStamp) -> [[UInt8]?] {
    guard version == self.version else { return Array(repeating: nil, count: pins.count) }
    return pins.map { newer[$0.id] ?? older[$0.id] }
  }

  mutating func keep(_ features: [[UInt8]?], of pins: [Pin], of version: IndexStamp, limit: Int) {
    if version != self.version {
      // A response that began before the index changed must not add to the newer cache.
      if let current = self.version, current.isNewer(than: version) { return }
      self = Shelf()
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
