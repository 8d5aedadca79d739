/// Finds the companions of photos by the names in their directory.
///
/// Building it takes time in the order of the number of companions, asking it that of one name.
public struct CompanionFinder: Sendable {
  private var sidecars: [[UInt8]: [[UInt8]]] = [:]
  private var thumbnails: [[UInt8]: [UInt8]] = [:]
  private var takeout = TakeoutNames()

  /// Starts on a directory whose companions have these names; all other names are passed over.
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

  /// The companions of a photo, the one that counts first coming first.
  public func companions(of name: [UInt8]) -> [Companion] {
    let photo = PhotoName(name)
    var found: [Companion] = []
    // `a.jpg.xmp` is the photo's alone; `a.xmp` may be for `a.nef` too, which shows the same.
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

  /// Of names that differ in small and large letters only, the one that is written like the photo's.
  private func closest(to name: [UInt8], among names: [[UInt8]]) -> [UInt8]? {
    names.max { likeness($0, name) < likeness($1, name) }
  }

  private func likeness(_ one: [UInt8], _ other: [UInt8]) -> Int {
    zip(one, other).prefix { $0 == $1 }.count
  }
}
