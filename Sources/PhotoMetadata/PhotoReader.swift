public import Files
public import PhotoFacts

/// Reads where, when and with what a photo was taken.
///
/// A reader owns its buffers, so each worker makes one and uses it for all files. An unreadable photo is not
/// an error; its facts contain the reason.
public struct PhotoReader: ~Copyable {
  /// The file that is being read.
  var file = FileWindow()

  /// The Exif block that is being read.
  var exif = ExifBlock()

  /// The words of the file, by where they stand.
  var words = WordSources()

  /// The lens that took the photo.
  var lens = LensView()

  /// The entries of an inspection.
  var inspection: Inspection?

  /// The positions that are being collected; nil if a file is read for the one that is shown.
  var collection: CollectedPositions?

  /// The bytes read so far; the difference between two calls is the cost of a file.
  public var bytesRead: Int { file.bytesRead }

  /// Whether an inspection is under way.
  var isRecording: Bool { inspection != nil }

  /// Makes a reader.
  public init() {}

  /// The facts of the photo at a path; symbolic links are followed.
  public mutating func facts(at path: FilePath) -> PhotoFacts {
    facts(named: path.lastComponent) { () throws(SystemError) in
      try ReadableFile(path: path.bytes)
    }
  }

  /// The facts of the photo that `open` opens, or why opening failed.
  mutating func facts(
    named name: [UInt8], _ open: () throws(SystemError) -> ReadableFile
  ) -> PhotoFacts {
    do throws(SystemError) {
      let opened = try open()
      if opened.size == 0, !MediaFormat.isUsualName(name) {
        return PhotoFacts(
          place: .unlocated(.unsupported, detail: "not a photo or video, but an empty file"))
      }
      return facts(of: opened)
    } catch {
      var facts = PhotoFacts(place: .unlocated(.unreadable, detail: error.reason))
      facts.readingFailure = error.code
      return facts
    }
  }

  /// The facts of the photo in an open file.
  public mutating func facts(of opened: ReadableFile) -> PhotoFacts {
    // The object closes the descriptor with its last reference.
    withExtendedLifetime(opened) {
      facts(fileDescriptor: opened.descriptor, size: opened.size)
    }
  }

  /// The facts of the photo behind an open descriptor, which is neither closed nor repositioned.
  public mutating func facts(fileDescriptor: Int32, size: Int) -> PhotoFacts {
    file.open(fileDescriptor, size: size)
    return facts()
  }

  /// The facts of the photo that is a part of an open file.
  public mutating func facts(of part: FilePart) -> PhotoFacts {
    file.open(part)
    return facts()
  }

  /// The facts of a photo that is in memory.
  public mutating func facts(bytes: [UInt8]) -> PhotoFacts {
    file.open(bytes)
    defer { file.open([]) }  // releases the bytes of the caller
    return facts()
  }

  private mutating func facts() -> PhotoFacts {
    guard file.size > 0 else {
      return PhotoFacts(place: .unlocated(.unreadable, detail: "the file is empty"))
    }
    var facts = PhotoFacts(place: .unlocated(.unsupported, detail: nil))
    words = WordSources()
    lens = LensView()
    var sum = FingerprintSum()
    let head: Void? = file.withBytes(at: 0, count: min(file.size, FingerprintRanges.headLength)) {
      sum.add($0)
    }
    if head != nil { facts.fingerprint = Fingerprint(head: sum.value(size: file.size)) }
    facts.format = file.sniffFormat(exif: &exif)
    if let format = facts.format {
      FileFormat.of(format)?.read(&self, &facts)
    } else {
      facts.place = file.refusalOfContent()
      readJPEGBehindJunk(into: &facts)
    }
    facts.words = words.reconciled()
    facts.view.fieldOfView = lens.fieldOfView(of: facts.storedSize, facts.orientation)
    if isRecording { recordWords() }
    if let failure = file.failure, facts.place.location == nil {
      facts.place = .unlocated(.unreadable, detail: SystemError(code: failure).reason)
      facts.readingFailure = failure
    }
    if let format = facts.format { facts.fingerprint?.samples = samples(format, after: sum) }
    return facts
  }

  /// The sum of the samples of a file, after that of its head; nil if one cannot be read.
  ///
  /// They are read last, because the metadata is near the head.
  private mutating func samples(_ format: MediaFormat, after head: FingerprintSum) -> UInt64? {
    var sum = head
    for range in FingerprintRanges.samples(size: file.size, format) {
      guard file.withBytes(at: range.lowerBound, count: range.count, { sum.add($0) }) != nil else {
        return nil
      }
    }
    return sum.value(size: file.size)
  }
}
