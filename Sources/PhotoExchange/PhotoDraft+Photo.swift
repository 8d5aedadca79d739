internal import Geography
internal import PhotoFacts
internal import PhotoIndex

/// A photo of an import and the folder it belongs to.
struct DraftedPhoto {
  /// The scanned folder it came from; nothing for a record of another program.
  var root: FilePath?
  var photo: ImportedPhoto
}

extension PhotoDraft {
  /// Makes a photo of what was said; nothing where it has no place.
  ///
  /// `number` is that of the record.
  func photo(number: Int) throws(RecordProblem) -> DraftedPhoto? {
    guard let location = try location() else { return nil }
    var facts = PhotoFacts(
      place: .located(location), format: media.flatMap(MediaFormat.init(mime:)))
    facts.time = time
    facts.camera = camera
    facts.orientation = orientation.flatMap { Orientation(rawValue: UInt8($0)) } ?? .upright
    if let width, let height {
      let isTurned = facts.orientation.swapsAxes
      facts.storedSize = PixelSize(
        width: Int(isTurned ? height : width), height: Int(isTurned ? width : height))
    }
    let root = try root.map { (bytes) throws(RecordProblem) in try Self.checkedRoot(bytes) }
    let path = try Self.checkedPath(path ?? filename ?? name ?? Array("feature \(number)".utf8))
    return DraftedPhoto(
      root: root,
      photo: ImportedPhoto(
        // Numbers of other programs are not those of photos.
        id: root == nil ? nil : id, path: path, size: size, facts: facts,
        hasOrientation: orientation != nil))
  }

  private func location() throws(RecordProblem) -> Location? {
    guard longitude != nil || latitude != nil else { return nil }
    guard let longitude, let latitude else {
      throw RecordProblem(longitude == nil ? "it has no longitude" : "it has no latitude")
    }
    guard abs(latitude) <= 90 else { throw RecordProblem("latitude \(latitude) is not within ±90") }
    guard abs(longitude) <= 180 else {
      throw RecordProblem("longitude \(longitude) is not within ±180")
    }
    // An index has such a place only where something read it; elsewhere it stands for none.
    guard latitude != 0 || longitude != 0 || locationSource != nil else {
      throw RecordProblem("0, 0 is where photos land whose place is not known")
    }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw RecordProblem("\(latitude), \(longitude) is not on Earth")
    }
    let source = locationSource.flatMap {
      LocationSource(name: String(decoding: $0, as: UTF8.self))
    }
    return Location(
      coordinate, altitude: altitude, direction: direction, accuracy: accuracy,
      source: source ?? .import)
  }

  /// The time, of which nothing is guessed: an instant needs an offset in one of the two.
  private var time: CaptureTime? {
    let source = timeSource.flatMap { word in
      TimeSource.allCases.first { word.elementsEqual($0.name.utf8) }
    }
    guard let takenAt, let offset = takenAt.offset else {
      return (takenAt ?? takenAtLocal).map { moment in
        moment.offset.map {
          CaptureTime(
            localMilliseconds: moment.local, utcOffsetMinutes: $0, source: source ?? .offsetTag)
        } ?? CaptureTime(localMilliseconds: moment.local)
      }
    }
    guard takenAt.isUTC else {
      return CaptureTime(
        localMilliseconds: takenAt.local, utcOffsetMinutes: offset, source: source ?? .offsetTag)
    }
    if let local = takenAtLocal?.local {
      let (minutes, rest) = (local - takenAt.local).quotientAndRemainder(dividingBy: 60_000)
      if rest == 0, abs(minutes) <= 1_440 {
        return CaptureTime(
          localMilliseconds: local, utcOffsetMinutes: Int(minutes), source: source ?? .offsetTag)
      }
    }
    return CaptureTime(instantMilliseconds: takenAt.local, source: source ?? .offsetTag)
  }

  /// The path below a root: no way out of it, no doubled slashes, nothing a file system cannot hold.
  private static func checkedPath(_ bytes: [UInt8]) throws(RecordProblem) -> FilePath {
    // Most are as they have to be; those that programs write for people are cleaned.
    let isClean = !bytes.contains(0) && bytes.count <= 4_096
    guard isClean else {
      throw RecordProblem("path \(RecordProblem.quoted(bytes)) is not one a file can have")
    }
    if isPlainPath(bytes) { return FilePath(bytes: bytes) }
    let dot = UInt8(ascii: ".")
    let parts = bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual([dot]) }
    guard !parts.isEmpty, !parts.contains(where: { $0.elementsEqual([dot, dot]) }) else {
      throw RecordProblem("path \(RecordProblem.quoted(bytes)) leads out of its folder")
    }
    return FilePath(bytes: Array(parts.joined(separator: [UInt8(ascii: "/")])))
  }

  /// Whether no part of a path is empty, `.` or `..`: a part that begins with a dot is looked at.
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

  private static func checkedRoot(_ bytes: [UInt8]) throws(RecordProblem) -> FilePath {
    let root = FilePath(bytes: bytes)
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
      throw RecordProblem(
        "root \(RecordProblem.quoted(bytes)) is neither a whole path nor that of an import")
    }
    return root
  }
}

extension MediaFormat {
  /// Finds a format by its MIME type.
  init?(mime: [UInt8]) {
    guard let format = Self.byMIME[mime] else { return nil }
    self = format
  }

  private static let byMIME = Dictionary(
    allCases.map { (Array($0.mimeType.utf8), $0) }, uniquingKeysWith: { first, _ in first })
}
