internal import PhotoExchange
internal import PhotoIndex
internal import PhotoScanner

/// A new version of the index.
struct PhotosChanged: Sendable {
  var stamp: IndexStamp

  /// How many photos are on the map now.
  var located: Int?

  /// The counts of changes, if this server made the change.
  var counts: Counts?

  struct Counts: Sendable {
    var added = 0
    var updated = 0
    var moved = 0
    var removed = 0
  }

  /// Merges two changes: the later version, with counts only if both have them.
  func following(_ earlier: PhotosChanged?) -> PhotosChanged {
    guard let earlier else { return self }
    var both = self
    if let old = earlier.counts, let new = counts {
      both.counts = Counts(
        added: old.added + new.added, updated: old.updated + new.updated,
        moved: old.moved + new.moved, removed: old.removed + new.removed)
    } else {
      both.counts = nil
    }
    return both
  }
}

extension PhotosChanged.Counts {
  init(_ report: ScanReport) {
    self.init(
      added: report.added, updated: report.updated, moved: report.moved, removed: report.removed)
  }

  var isNothing: Bool { added + updated + moved + removed == 0 }
}

extension IndexStamp {
  /// The version as the `id` of an event, and as the start of an `ETag`.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The same as bytes, with capacity for the rest of an `ETag`.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(48)
    bytes.append(base36: UInt64(bitPattern: identity))
    bytes.append(UInt8(ascii: "-"))
    bytes.append(base36: UInt64(bitPattern: version))
    return bytes
  }
}

/// The unsent events of one listener.
///
/// It has only the latest of each kind, so it stays small however long the client reads nothing.
struct PendingEvents {
  struct Hello {
    var stamp: IndexStamp
    var viewers: Int
    var scan: ScanStatus?
  }

  var hello: Hello?
  var changed: PhotosChanged?
  var progress: ScanStatus?
  var finished: ScanStatus?
  var viewers: Int?
  var haveViewsChanged = false
  var needsKeepAlive = false

  mutating func add(_ scan: ScanStatus) {
    if scan.isOver {
      finished = scan
      if progress?.id == scan.id { progress = nil }
    } else {
      progress = scan
    }
  }

  /// Drops what could be about photos that are hidden from a viewer.
  mutating func dropWhatOwnersSee() {
    hello?.scan = nil
    changed?.located = nil
    changed?.counts = nil
    (progress, finished, haveViewsChanged) = (nil, nil, false)
  }

  /// Returns all as Server-Sent Events and clears them.
  mutating func take() -> [UInt8] {
    var bytes: [UInt8] = []
    if let hello { Self.write(hello, to: &bytes) }
    if let changed { Self.write(changed, to: &bytes) }
    if let progress { Self.write("scan-progress", progress, to: &bytes) }
    if let finished { Self.write("scan-finished", finished, to: &bytes) }
    if let viewers {
      Self.write("viewers", id: nil, to: &bytes) { json in
        json.object { $0.member("viewers", viewers) }
      }
    }
    if haveViewsChanged { Self.write("views-changed", id: nil, to: &bytes) { $0.object { _ in } } }
    if bytes.isEmpty, needsKeepAlive { bytes += Array(":\n\n".utf8) }
    self = PendingEvents()
    return bytes
  }

  private static func write(_ hello: Hello, to bytes: inout [UInt8]) {
    bytes += Array("retry: 2000\n".utf8)
    write("hello", id: hello.stamp, to: &bytes) { json in
      json.object { json in
        json.name("version")
        json.value(hello.stamp.version)
        json.member("viewers", hello.viewers)
        guard let scan = hello.scan else { return }
        json.name("scan")
        scan.write(to: &json)
      }
    }
  }

  private static func write(_ changed: PhotosChanged, to bytes: inout [UInt8]) {
    write("photos-changed", id: changed.stamp, to: &bytes) { json in
      json.object { json in
        json.name("version")
        json.value(changed.stamp.version)
        json.member("located", changed.located)
        json.member("added", changed.counts?.added)
        json.member("updated", changed.counts?.updated)
        json.member("moved", changed.counts?.moved)
        json.member("removed", changed.counts?.removed)
      }
    }
  }

  private static func write(_ name: String, _ scan: ScanStatus, to bytes: inout [UInt8]) {
    write(name, id: nil, to: &bytes) { scan.write(to: &$0) }
  }

  private static func write(
    _ name: String, id: IndexStamp?, to bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void
  ) {
    bytes += Array("event: \(name)\n".utf8)
    if let id { bytes += Array("id: \(id.text)\n".utf8) }
    bytes += Array("data: ".utf8)
    var json = JSONWriter()
    body(&json)
    bytes += json.bytes + Array("\n\n".utf8)
  }
}
