/// Finds the companions of photos by the names in their directory.
///
/// Building takes time linear in the number of companions; a lookup depends only on the length of the name.
public struct CompanionFinder: Sendable {
  private var sidecars: [[UInt8]: [[UInt8]]] = [:]
  private var thumbnails: [[UInt8]: [UInt8]] = [:]
  private var takeout = TakeoutNames()

  /// Indexes the companions among the names of a directory; ignores all other names.
  public init(_ names: some Sequence<[UInt8]>) {
    for name in names {
      switch Companion.kind(ofFileNamed: name) {
      case .sidecar: sidecars[name.dropLast(4).map(\.lowercased), default: []].append(name)
      case .thumbnail: thumbnails[name.dropLast(4).map(\.lowercased)] = name
      case .takeout: takeout.add(name)
      case nil: break
      }
    }
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
