public import PhotoFacts

extension PhotoReader {
  /// Sidecars longer than this are not read; darktable keeps the whole history of a picture in them.
  private static let longestSidecar = 8 << 20

  /// The facts of the photo at a path, and of what stands beside it: a sidecar counts before the
  /// photo, the photo before Takeout.
  public mutating func facts(at path: FilePath, companions: [Companion]) -> PhotoFacts {
    var facts = facts(at: path)
    read(companions, of: path, into: &facts)
    return facts
  }

  /// Reads companions, those first that count first.
  mutating func read(_ companions: [Companion], of path: FilePath, into facts: inout PhotoFacts) {
    // What is no photo has no place, whatever stands beside it.
    guard facts.format != nil else { return }
    let directory = path.parent ?? FilePath(bytes: [])
    for companion in companions {
      let beside = directory.appending(companion.name)
      switch companion.kind {
      case .sidecar: readSidecar(beside, into: &facts)
      case .thumbnail: readThumbnail(beside, into: &facts)
      case .takeout:
        readTakeout(beside, of: path, isKnownByTitle: companion.isKnownByTitle, into: &facts)
      }
    }
  }

  private mutating func readSidecar(_ path: FilePath, into facts: inout PhotoFacts) {
    let name = printable(path.lastComponent[...])
    guard let document = content(of: path, called: name, upTo: Self.longestSidecar, &facts) else {
      return
    }
    let packet = XMPPacket(document)
    guard packet.isWhole, document.contains(UInt8(ascii: "<")) else {
      facts.remarks.append("\(name) is damaged: nothing in it counts")
      return
    }
    facts.takeSidecarPlace(packet, from: name)
    facts.takeSidecarTime(packet)
    if facts.camera.make == nil, facts.camera.model == nil {
      (facts.camera.make, facts.camera.model) = (packet.camera.make, packet.camera.model)
    }
    facts.camera.lens = facts.camera.lens ?? packet.camera.lens
  }

  private mutating func readTakeout(
    _ path: FilePath, of photo: FilePath, isKnownByTitle: Bool, into facts: inout PhotoFacts
  ) {
    guard facts.place.location == nil || facts.time == nil else { return }
    let name = printable(path.lastComponent[...])
    let longest = TakeoutDocument.longestDocument
    guard let bytes = content(of: path, called: name, upTo: longest, &facts) else { return }
    guard let document = TakeoutDocument(bytes) else {
      // Many programs write JSON; only what was begun like Takeout's is worth a word.
      if bytes.starts(with: "{".utf8), TakeoutDocument.isBegun(in: bytes) {
        facts.remarks.append("\(name) is damaged: nothing in it counts")
      }
      return
    }
    if isKnownByTitle, !document.isTitled(like: photo.lastComponent) {
      facts.remarks.append("\(name) is about “\((document.title ?? "").prefix(64))”: passed over")
      return
    }
    facts.take(document.place(), from: name)
    facts.time = facts.time ?? document.time
  }

  /// Reads the small picture beside a film, which has the Exif block that the film has not.
  private mutating func readThumbnail(_ path: FilePath, into facts: inout PhotoFacts) {
    guard facts.place.location == nil || facts.time == nil else { return }
    // What is noted of the film is not mixed up with what is in another file.
    let noted = inspection.take()
    let small = self.facts(at: path)
    inspection = noted
    if small.place.location != nil {
      facts.take(small.place, from: printable(path.lastComponent[...]))
    }
    facts.time = facts.time ?? small.time
    if facts.camera == Camera() { facts.camera = small.camera }
  }

  private mutating func content(
    of path: FilePath, called name: String, upTo longest: Int, _ facts: inout PhotoFacts
  ) -> [UInt8]? {
    do throws(RefusedValue) {
      let opened = try OpenFile(path)
      guard opened.size <= longest else {
        throw RefusedValue(detail: "its \(opened.size) bytes are too many")
      }
      file.open(opened.descriptor, size: opened.size)
      guard let bytes = file.collect(at: 0, count: opened.size) else {
        throw RefusedValue(detail: file.failure.map(systemMessage) ?? "it changed meanwhile")
      }
      return bytes
    } catch {
      facts.remarks.append("\(name) cannot be read: \(error.detail)")
      return nil
    }
  }
}
