internal import JSON
internal import Geography
internal import PhotoFacts
internal import PhotoIndex

/// A photo of an import with its root.
struct DraftedPhoto {
  /// The scanned folder it came from; nil for records of other programs.
  var root: FilePath?
  var photo: ImportedPhoto

  /// The locality of its position, if it was looked up already.
  var locality: FoundLocality?
}

extension PhotoDraft {
  private static let orientation = PhotoProperty.orientation.position
  private static let source = PhotoProperty.locationSource.position

  /// Makes a photo from the draft; returns nil if it has no position.
  ///
  /// `number` is that of the record.
  func photo(number: Int) throws(InputProblem) -> DraftedPhoto? {
    guard let location = try location() else { return nil }
    var file = FileFacts()
    var facts = PhotoFacts(place: .located(location))
    values.apply(to: &file, &facts)
    if facts.hasWords { facts.words = facts.words.bounded }
    let root = try file.root.map { (root) throws(InputProblem) in try Self.checkedRoot(root) }
    let path = try Self.checkedPath(
      file.path?.bytes ?? name ?? Array("feature \(number)".utf8))
    return DraftedPhoto(
      root: root,
      photo: ImportedPhoto(
        // Ids of other programs are not ids of photos.
        id: root == nil ? nil : id, path: path, size: file.size, facts: facts,
        hasOrientation: Self.orientation.flatMap { values[at: $0] } != nil))
  }

  private func location() throws(InputProblem) -> Location? {
    guard longitude != nil || latitude != nil else { return nil }
    guard let longitude, let latitude else {
      throw InputProblem(longitude == nil ? "it has no longitude" : "it has no latitude")
    }
    guard abs(latitude) <= 90 else { throw InputProblem("latitude \(latitude) is not within ±90") }
    guard abs(longitude) <= 180 else {
      throw InputProblem("longitude \(longitude) is not within ±180")
    }
    // In a geoindex export 0, 0 has a source and was read from a file. Elsewhere it means unknown.
    guard latitude != 0 || longitude != 0 || Self.source.flatMap({ values[at: $0] }) != nil else {
      throw InputProblem("position 0, 0 means that the position is unknown")
    }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw InputProblem("\(latitude), \(longitude) is not on Earth")
    }
    return Location(coordinate, source: .import)
  }

  /// Validates a path below a root: it must stay inside, and be possible in a file system.
  private static func checkedPath(_ bytes: [UInt8]) throws(InputProblem) -> FilePath {
    // Most paths are clean; others are normalised.
    let isClean = !bytes.contains(0) && bytes.count <= 4_096
    guard isClean else {
      throw InputProblem("path \(InputProblem.quoted(bytes)) is not a valid file path")
    }
    if isPlainPath(bytes) { return FilePath(bytes: bytes) }
    let dot = UInt8(ascii: ".")
    let parts = bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual([dot]) }
    guard !parts.isEmpty, !parts.contains(where: { $0.elementsEqual([dot, dot]) }) else {
      throw InputProblem("path \(InputProblem.quoted(bytes)) leads out of its folder")
    }
    return FilePath(bytes: Array(parts.joined(separator: [UInt8(ascii: "/")])))
  }

  /// Whether no component of a path is empty, `.` or `..`; any component that begins with a dot fails.
  private static func isPlainPath(_ bytes: some Sequence<UInt8>) -> Bool {
    var previous = UInt8(ascii: "/")
    for byte in bytes {
      if previous == UInt8(ascii: "/"), byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") {
        return false
      }
      previous = byte
    }
    return previous != UInt8(ascii: "/")
  }

  private static func checkedRoot(_ root: FilePath) throws(InputProblem) -> FilePath {
    let bytes = root.bytes
    if bytes.first == UInt8(ascii: "/"), bytes.count <= 4_096, !bytes.contains(0),
      isPlainPath(bytes.dropFirst())
    {
      return root
    }
    if bytes.starts(with: ImportedRoot.prefix), bytes.count > ImportedRoot.prefix.count,
      !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")), bytes.count <= 4_096
    {
      return root
    }
    if bytes == [UInt8(ascii: "/")] { return root }
    guard bytes.first == UInt8(ascii: "/"),
      let path = try? checkedPath(Array(bytes.dropFirst())), path.bytes.count == bytes.count - 1
    else {
      throw InputProblem(
        "root \(InputProblem.quoted(bytes)) is neither an absolute path nor an import root")
    }
    return root
  }
}
