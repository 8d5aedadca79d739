/// Finds the companions of photos by the names in their directory.
///
/// Building takes time linear in the number of companions; a lookup depends only on the length of the name.
public struct CompanionFinder: Sendable {
  private var sidecars: [[UInt8]: [[UInt8]]] = [:]
  private var thumbnails: [[UInt8]: [UInt8]] = [:]
  private var takeout = TakeoutNames()

  /// The files of Picasa: `.picasa.ini` before `Picasa.ini`.
  private var picasa: [(name: [UInt8], document: PicasaDocument?)] = []

  /// The files that a file of Picasa names exactly.
  private var described: Set<[UInt8]> = []

  /// Indexes the companions among the names of a directory; ignores all other names.
  ///
  /// `documents` are those files of Picasa that could be read, `described` the files that they name exactly.
  public init(
    _ names: some Sequence<[UInt8]>, documents: [PicasaDocument] = [],
    described: Set<[UInt8]> = []
  ) {
    self.described = described
    for name in names {
      switch Companion.kind(ofFileNamed: name) {
      case .sidecar: sidecars[name.dropLast(4).map(\.lowercased), default: []].append(name)
      case .thumbnail: thumbnails[name.dropLast(4).map(\.lowercased)] = name
      case .takeout: takeout.add(name)
      case .picasa:
        // Of names that differ only in case, the first one counts.
        guard !picasa.contains(where: { $0.name.count == name.count }) else { break }
        picasa.append((name, documents.first { $0.name == name }))
      case nil: break
      }
    }
    picasa.sort { $0.name.count > $1.name.count }
  }

  /// The companions of a photo in order of precedence.
  public func companions(of name: [UInt8]) -> [Companion] {
    let photo = PhotoName(name)
    var found: [Companion] = []
    // `a.jpg.xmp` belongs to `a.jpg` alone; `a.xmp` may belong to `a.nef` too.
    for base in [photo.whole, photo.wholeStem] {
      if let sidecar = closest(to: name, among: sidecars[base] ?? []) {
        found.append(Companion(.sidecar, name: sidecar))
      }
    }
    if let document = takeout.document(of: photo) { found.append(document) }
    for (file, document) in picasa {
      guard let document else {
        found.append(Companion(.picasa, name: file))
        continue
      }
      guard let entry = document.entry(of: name, others: described) else { continue }
      found.append(Companion(.picasa, name: file, entry: entry))
    }
    if photo.isFilm, let thumbnail = thumbnails[photo.wholeStem] {
      found.append(Companion(.thumbnail, name: thumbnail))
    }
    return found
  }

  /// Among names that differ only in case, the one that is most like the photo's.
  private func closest(to name: [UInt8], among names: [[UInt8]]) -> [UInt8]? {
    names.max { likeness($0, name) < likeness($1, name) }
  }

  private func likeness(_ one: [UInt8], _ other: [UInt8]) -> Int {
    zip(one, other).prefix { $0 == $1 }.count
  }
}
