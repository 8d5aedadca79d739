internal import Files
internal import Geography
internal import Glibc
internal import Notes
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata
internal import PhotoScanner

/// What the notes say about a photo, as far as its sidecar is to say it.
struct SidecarNotes {
  let photo: PhotoRecord

  /// The position that was entered.
  var location: Location?

  /// The positions that were entered earlier, if the notes no longer give it one.
  var former: FormerlyPlacedPhoto?

  /// The words that were entered.
  var words: WordedPhoto?

  /// Begins with a photo.
  init(_ photo: PhotoRecord) { self.photo = photo }

  /// Whether a sidecar can say this about both photos.
  func agrees(with other: SidecarNotes) -> Bool {
    location == other.location
      && words?.photo.facts.words == other.words?.photo.facts.words
  }
}

/// The XMP file beside a photo, and the change that brings it up to date with the notes.
struct Sidecar {
  /// What happens to the file.
  enum Change: String { case new, changed, removed }

  /// The size limit; sidecars of editors have some kilobytes.
  private static let longest = 1 << 20

  /// The path of the sidecar.
  let path: FilePath

  /// The new content; nil if there is no file then.
  private let content: [UInt8]?
  private let old: (content: [UInt8], status: FileStatus)?

  /// A property that stays different from what was entered.
  struct Unwritten {
    let property: PhotoProperty

    /// The texts that XMP cannot have; if there are none, the photo itself or a region in the sidecar says the rest.
    let texts: [String]

    /// Why it stays.
    var reason: String {
      texts.isEmpty
        ? "the photo itself, the region of a face or a tag of people in digiKam's list states it"
        : "XMP cannot keep the text"
    }
  }

  /// The words that stay different.
  private(set) var unwritten: [Unwritten] = []

  /// What the index has to keep before the file is written.
  private(set) var kept: KeptWords?

  /// What would change; nil if the file is up to date.
  var change: Change? {
    if content == old?.content { return nil }
    return content == nil ? .removed : old == nil ? .new : .changed
  }

  /// Whether there is a file.
  var exists: Bool { old != nil }

  /// Reads the sidecar of a photo, and puts into it what the notes say.
  ///
  /// Changes the sidecar that a scan reads. If there is none, or if it is also read with a photo about which the notes
  /// say something else, by `isSharedWith`, the sidecar is `a.jpg.xmp`. What notes no longer say is taken out again. Nil
  /// if there is none of it.
  init?(
    of notes: SidecarNotes, among search: inout CompanionSearch,
    isSharedWith: (FilePath) -> Bool
  ) throws(InputError) {
    let photo = notes.photo.file
    let isNoted = notes.location != nil || notes.words?.isNoted == true
    guard FileStatus(path: photo.bytes) != nil else {
      guard isNoted else { return nil }
      throw InputError.last(photo)
    }
    let companions = search.companions(of: photo)
    var path = FilePath(bytes: photo.bytes + Array(".xmp".utf8))
    var isAlone = false
    if let known = companions.first(where: { $0.kind == .sidecar }) {
      let readers = search.readers(of: known, beside: photo)
      isAlone = readers == [photo]
      if readers.allSatisfy({ $0 == photo || isSharedWith($0) }) {
        path = (photo.parent ?? FilePath(".")).appending(known.name)
      }
    }
    let before = try Self.read(path)
    var statement = XMPEditor.Statement(notes.location.map(Place.located))
    if statement.place == nil, isAlone, let before {
      statement.place = notes.former?.restored(in: before.content)
    }
    var said = PhotoWords()
    if let words = notes.words {
      let others = companions.filter { $0.name != path.lastComponent }
      statement.others = try Self.words(of: photo, with: others)
      said = XMPEditor.words(in: before?.content, over: statement.others)
      statement.words = words.shown(over: said)
      // No property of XMP has favourites.
      statement.properties = words.properties.filter { $0 != .favourite }
    }
    let stated = statement
    let content = try Self.editing(path) { () throws(XMPEditor.Refusal) in
      try XMPEditor.document(before?.content, stating: stated)
    }
    guard isNoted || content != before?.content else { return nil }
    (self.path, self.content, old) = (path, content, before)
    if let words = notes.words {
      let now = XMPEditor.words(in: content, over: stated.others)
      unwritten = stated.properties.filter { !now.agrees(with: stated.words, in: $0) }.map {
        Unwritten(property: $0, texts: XMPEditor.lostTexts(of: $0, in: stated.words))
      }
      kept = words.owned(before: said, after: now)
    }
  }

  /// Replaces or removes the file, unless it has changed since it was read.
  func write() throws(InputError) {
    do throws(SystemError) {
      guard let content else {
        try checkUnchanged()
        guard FileSystem.remove(path.bytes) else { throw SystemError.last }
        return
      }
      let permissions = old?.status.permissions ?? 0o644
      // The name contains the process id, so that the draft of a killed process does not block this one.
      let draft = try FileDraft(
        replacing: path.bytes, ending: ".\(getpid()).new", permissions: permissions)
      try draft.write(content)
      try checkUnchanged()
      try draft.commit(synced: true)
    } catch {
      throw InputError(description: "cannot write \(path): \(error.reason)")
    }
  }

  private func checkUnchanged() throws(SystemError) {
    let now = FileStatus(path: path.bytes, followsLinks: false)
    let isUnchanged =
      switch (now, old?.status) {
      case (nil, nil): true
      case (let now?, let old?): now.hasSameContent(as: old)
      default: false
      }
    guard isUnchanged else {
      throw SystemError(code: EAGAIN, reason: "another program has just changed it")
    }
  }

  /// Names the file in a refusal.
  private static func editing(
    _ path: FilePath, _ edit: () throws(XMPEditor.Refusal) -> [UInt8]?
  ) throws(InputError) -> [UInt8]? {
    do throws(XMPEditor.Refusal) {
      return try edit()
    } catch {
      throw InputError(
        description: "\(path) is not changed: \(error.reason); move it away to get a new one")
    }
  }

  /// The words that a photo has with these companions.
  private static func words(
    of photo: FilePath, with companions: [Companion]
  ) throws(InputError) -> PhotoWords {
    var reader = PhotoReader()
    let facts = reader.facts(at: photo, companions: companions)
    if case .unlocated(.unreadable, let detail) = facts.place {
      throw InputError(description: "cannot read \(photo): \(detail ?? "it is damaged")")
    }
    return facts.words
  }

  /// The content of a sidecar; nil if it does not exist.
  private static func read(_ path: FilePath) throws(InputError)
    -> (content: [UInt8], status: FileStatus)?
  {
    do throws(SystemError) {
      guard let status = FileStatus(path: path.bytes, followsLinks: false) else {
        let error = SystemError.last
        guard error.isAbsence else { throw error }
        return nil
      }
      // Replacing a link would not change the file that it leads to.
      guard status.kind == .regular else {
        throw SystemError(code: ELOOP, reason: "it is not a regular file")
      }
      let file = try ReadableFile(path: path.bytes)
      guard file.size <= longest else { throw SystemError(code: EFBIG, reason: "it is too large") }
      return (try file.read(0..<file.size), file.status)
    } catch {
      throw InputError(description: "cannot read \(path): \(error.reason)")
    }
  }
}

extension FormerlyPlacedPhoto {
  /// The place that a sidecar had before it got a position from a note; nil if it has none from a note.
  fileprivate func restored(in document: [UInt8]) -> Place? {
    guard let position = XMPEditor.position(in: document), position != original?.coordinate,
      former.contains(where: { $0.coordinate == position })
    else { return nil }
    return original.map(Place.located) ?? .unlocated(.noGPS, detail: nil)
  }
}
