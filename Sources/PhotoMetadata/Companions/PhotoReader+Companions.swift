public import Files
public import PhotoFacts

extension PhotoReader {
  /// The size limit of sidecars; darktable stores the whole history of a picture in them.
  private static let longestSidecar = 8 << 20

  /// The facts of a photo and its companions.
  ///
  /// A sidecar has precedence over the photo, the photo over Takeout, and Takeout over Picasa.
  public mutating func facts(at path: FilePath, companions: [Companion]) -> PhotoFacts {
    var facts = facts(at: path)
    readCompanions(companions, of: path, into: &facts)
    return facts
  }

  /// Reads the companions of the photo at a path.
  mutating func readCompanions(
    _ companions: [Companion], of path: FilePath, into facts: inout PhotoFacts
  ) {
    guard !companions.isEmpty else { return }
    let folder = path.parent ?? FilePath(".")
    guard let directory = try? DirectoryHandle(path: folder.bytes) else { return }
    read(companions, of: path, in: .directory(directory, .followed), into: &facts)
  }

  /// The same for a photo in an open directory, from which the companions are read too.
  public mutating func facts(
    of name: [UInt8], in directory: DirectoryHandle, links: SymbolicLinks,
    companions: [Companion]
  ) -> (facts: PhotoFacts, status: FileStatus?) {
    var status: FileStatus?
    var facts = facts(named: name) { () throws(SystemError) in
      let file = try directory.file(name, links: links)
      status = file.status
      return file
    }
    read(
      companions, of: FilePath(bytes: name), in: .directory(directory, links), into: &facts)
    return (facts, status)
  }

  /// The facts of a photo that is a part of an open file; its companions are other parts, found by name.
  public mutating func facts(
    of part: FilePart, named name: [UInt8], companions: [Companion], in parts: [[UInt8]: FilePart]
  ) -> PhotoFacts {
    var facts = facts(of: part)
    read(companions, of: FilePath(bytes: name), in: .parts(parts), into: &facts)
    return facts
  }

  /// Where the companions are read from.
  private enum Surroundings {
    case directory(DirectoryHandle, SymbolicLinks)
    case parts([[UInt8]: FilePart])

    /// Opens a companion for the duration of `body`.
    func open<Result>(_ name: [UInt8], _ body: (FilePart) throws(RefusedValue) -> Result)
      throws(RefusedValue) -> Result
    {
      switch self {
      case .directory(let directory, let links):
        let opened: ReadableFile
        do throws(SystemError) {
          opened = try directory.file(name, links: links)
        } catch {
          throw RefusedValue(error)
        }
        defer { withExtendedLifetime(opened) {} }
        return try body(
          FilePart(descriptor: opened.descriptor, offset: 0, size: opened.size))
      case .parts(let parts):
        guard let part = parts[name] else { throw RefusedValue(detail: "it does not exist") }
        return try body(part)
      }
    }
  }

  /// Reads companions in order of precedence.
  private mutating func read(
    _ companions: [Companion], of path: FilePath, in surroundings: Surroundings,
    into facts: inout PhotoFacts
  ) {
    // A file that is not a photo gets no place from its companions.
    guard facts.format != nil else { return }
    var described = PhotoWords()
    for companion in companions {
      switch companion.kind {
      case .sidecar: readSidecar(companion, in: surroundings, &described, into: &facts)
      case .thumbnail: readThumbnail(companion, in: surroundings, into: &facts)
      case .takeout: readTakeout(companion, of: path, in: surroundings, into: &facts)
      case .picasa: readPicasa(companion, of: path, in: surroundings, into: &facts)
      }
      collect(&facts)
    }
  }

  /// Reads a sidecar; `described` has the words of earlier ones, which have precedence.
  private mutating func readSidecar(
    _ companion: Companion, in surroundings: Surroundings, _ described: inout PhotoWords,
    into facts: inout PhotoFacts
  ) {
    let name = printable(companion.name[...])
    guard let document = content(of: companion, in: surroundings, upTo: Self.longestSidecar, &facts)
    else { return }
    let packet = XMPPacket(document)
    guard packet.isWhole, document.contains(UInt8(ascii: "<")) else {
      facts.remarks.append("\(name) is damaged and was ignored")
      return
    }
    facts.takeSidecarPlace(packet, from: name)
    facts.takeSidecarTime(packet)
    described.complete(by: packet.words.bounded)
    var words = facts.words
    words.take(described)
    if isRecording { record(packet.words, in: name) }
    facts.words = words
    if facts.camera.make == nil, facts.camera.model == nil {
      (facts.camera.make, facts.camera.model) = (packet.camera.make, packet.camera.model)
    }
    facts.camera.lens = facts.camera.lens ?? packet.camera.lens
  }

  private mutating func readTakeout(
    _ companion: Companion, of photo: FilePath, in surroundings: Surroundings,
    into facts: inout PhotoFacts
  ) {
    let name = printable(companion.name[...])
    let longest = TakeoutDocument.longestDocument
    guard let bytes = content(of: companion, in: surroundings, upTo: longest, &facts) else {
      return
    }
    guard let document = TakeoutDocument(bytes) else {
      // Many programs write JSON; only a document that begins like Takeout's deserves a remark.
      if bytes.starts(with: "{".utf8), TakeoutDocument.isBegun(in: bytes) {
        facts.remarks.append("\(name) is damaged and was ignored")
      }
      return
    }
    if companion.isKnownByTitle, !document.isTitled(like: photo.lastComponent) {
      facts.remarks.append(
        "\(name) is about “\((document.title ?? "").prefix(64))” and was ignored")
      return
    }
    facts.words.complete(by: document.words.bounded)
    if isRecording { record(document.words, in: name) }
    facts.take(document.place(), from: name)
    facts.time = facts.time ?? document.time
  }

  /// Takes what Picasa has written about a photo; reads its file if that was not read with the folder.
  private mutating func readPicasa(
    _ companion: Companion, of photo: FilePath, in surroundings: Surroundings,
    into facts: inout PhotoFacts
  ) {
    var entry = companion.entry
    if entry == nil {
      let longest = PicasaDocument.longestDocument
      guard let bytes = content(of: companion, in: surroundings, upTo: longest, &facts) else {
        return
      }
      entry = PicasaDocument(bytes, name: companion.name).entry(of: photo.lastComponent)
    }
    guard let words = entry?.words else { return }
    facts.words.complete(by: words)
    if isRecording { record(words, in: printable(companion.name[...])) }
  }

  /// Reads the small picture beside a film for its Exif block.
  private mutating func readThumbnail(
    _ companion: Companion, in surroundings: Surroundings, into facts: inout PhotoFacts
  ) {
    guard facts.place.location == nil || facts.time == nil else { return }
    // An inspection of the film must not contain entries of another file.
    let noted = inspection.take()
    var small = PhotoFacts(place: .unlocated(.unreadable, detail: nil))
    do throws(RefusedValue) {
      try surroundings.open(companion.name) { part throws(RefusedValue) in
        small = self.facts(of: part)
      }
    } catch {
      // An empty block is treated like none.
    }
    inspection = noted
    if small.place.location != nil {
      facts.take(small.place, from: printable(companion.name[...]))
    }
    facts.time = facts.time ?? small.time
    if facts.camera == Camera() { facts.camera = small.camera }
  }

  private mutating func content(
    of companion: Companion, in surroundings: Surroundings, upTo longest: Int,
    _ facts: inout PhotoFacts
  ) -> [UInt8]? {
    do throws(RefusedValue) {
      return try surroundings.open(companion.name) { part throws(RefusedValue) in
        guard part.size <= longest else {
          throw RefusedValue(detail: "it is too large (\(part.size) bytes)")
        }
        file.open(part)
        guard let bytes = file.collect(at: 0, count: part.size) else {
          throw file.failure.map { RefusedValue(SystemError(code: $0)) }
            ?? RefusedValue(detail: "it changed while it was read")
        }
        return bytes
      }
    } catch {
      let name = printable(companion.name[...])
      facts.remarks.append("\(name) cannot be read: \(error.detail)")
      facts.readingFailure = facts.readingFailure ?? error.systemError
      return nil
    }
  }
}
