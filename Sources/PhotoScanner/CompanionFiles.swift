internal import Files
internal import PhotoIndex
internal import PhotoMetadata

/// The files beside a photo that hold metadata about it.
struct CompanionFiles: Sendable {
  /// Those files in order of precedence.
  private(set) var companions: [Companion] = []

  /// A hash of their stamps, and of entries in files about several photos, which the index stores.
  ///
  /// It changes when a companion is changed, added or removed. It does not depend on their names, because a
  /// photo is often renamed together with them.
  private(set) var mark: Int64?

  /// The hash of earlier versions, which did not include the ctime.
  private var formerMark: Int64?

  mutating func add(_ companion: Companion, _ stamp: FileStamp) {
    companions.append(companion)
    if let entry = companion.entry {
      // A change of another photo's entry changes the stamp of the file too.
      let words = [UInt64(companion.kind.rawValue), entry.mark]
      formerMark = Self.adding(words, to: formerMark)
      mark = Self.adding(words, to: mark)
      return
    }
    let words = [
      UInt64(companion.kind.rawValue), UInt64(bitPattern: stamp.size),
      UInt64(bitPattern: stamp.modified), stamp.inode,
    ]
    formerMark = Self.adding(words, to: formerMark)
    mark = Self.adding(words + [UInt64(bitPattern: stamp.changed ?? 0)], to: mark)
  }

  private static func adding(_ words: [UInt64], to mark: Int64?) -> Int64 {
    var sum = UInt64(bitPattern: mark ?? 0)
    for word in words {
      let product = (sum ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      sum = product.high &+ product.low ^ word
    }
    return Int64(sum >> 1)
  }

  /// Whether the companions are unchanged since the photo was read.
  func areUnchanged(since known: KnownFile) -> Bool {
    !known.isOutdated
      && (known.companions == mark || known.stamp?.changed == nil && known.companions == formerMark)
  }
}

/// The companions in one directory.
struct DirectoryCompanions {
  private let finder: CompanionFinder
  private let stamps: [[UInt8]: FileStamp]

  /// The sidecars that are named after a file, as `IMG_1.JPG.xmp` after `IMG_1.JPG`, and thus not read with
  /// `IMG_1.jpg`.
  private let owned: Set<[UInt8]>

  /// Collects them; returns nil if there are none, so that a directory without sidecars costs no memory.
  init?(_ listing: DirectoryListing, where isWanted: ([UInt8]) -> Bool) {
    var stamps: [[UInt8]: FileStamp] = [:]
    for entry in listing.entries {
      guard case .file(let stamp, _) = entry.kind, Companion.kind(ofFileNamed: entry.name) != nil,
        isWanted(entry.name)
      else { continue }
      stamps[entry.name] = stamp
    }
    guard !stamps.isEmpty else { return nil }
    self.stamps = stamps
    owned = Set(
      stamps.keys.filter {
        Companion.kind(ofFileNamed: $0) == .sidecar && listing.contains(Self.owner(of: $0))
      })
    let documents = listing.picasa.filter { stamps[$0.name] != nil }
    let described =
      documents.isEmpty
      ? []
      : listing.entries.lazy.map(\.name).filter { name in
        documents.contains { $0.names(name) }
      }
    // In listing order, so that an ambiguous name gives the same choice in each scan.
    finder = CompanionFinder(
      listing.entries.lazy.map(\.name).filter { stamps[$0] != nil }, documents: documents,
      described: Set(described))
  }

  func files(beside name: [UInt8]) -> CompanionFiles {
    var files = CompanionFiles()
    for companion in finder.companions(of: name) {
      guard let stamp = stamps[companion.name] else { continue }
      if owned.contains(companion.name), Self.owner(of: companion.name) != name[...] { continue }
      files.add(companion, stamp)
    }
    return files
  }

  /// The name before `.xmp`.
  private static func owner(of sidecar: [UInt8]) -> ArraySlice<UInt8> { sidecar.dropLast(4) }
}
