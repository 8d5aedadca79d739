public import PhotoFacts
public import PhotoIndex

/// Records what people enter about photos, and shows it in the index.
///
/// The notes file is written first. If the program ends before the index is written, the next scan completes
/// it. With a record, acts and what they show are one transaction.
public struct NotesWriter {
  /// A position to record for a photo of the index.
  public struct Wanted: Hashable, Sendable {
    /// The photo.
    public var id: Int64

    /// Its position; nil removes the position.
    public var location: Location?

    /// The seconds between the two fixes of a planned position; for a single fix, the seconds to it.
    public var gap: Double?

    /// Makes one.
    public init(id: Int64, location: Location?, gap: Double? = nil) {
      self.id = id
      self.location = location
      self.gap = gap
    }
  }

  /// The altitudes that people may enter, in metres.
  public static let altitudes: ClosedRange<Double> = -100_000...100_000

  private let index: PhotoIndex

  /// The notes file; nil with a record.
  private let file: ActStore?

  /// Opens the notes of an index that is open for writing.
  public init(_ index: PhotoIndex) throws {
    self.index = index
    file = index.isReplica ? nil : try ActStore(of: index.path)
  }

  /// Places photos in one act; nil if the index has none of them.
  ///
  /// Files that are damaged or not photos are refused. The index is locked first, so that a busy index fails
  /// before the act is recorded. A second act with the same `key` is not made; the first is returned.
  public func place(_ wanted: [Wanted], by author: String, key: String? = nil) throws -> Act? {
    try act(.place, by: author, key) { notes, writer in
      try wanted.compactMap { try noted($0, notes, writer.reader) }
    }
  }

  /// Changes the words of photos in one act; nil if the index has none of them, or no words change.
  ///
  /// `change` is given the words that a photo shows. A second act with the same `key` is not made; the first is
  /// returned.
  public func write(
    _ photos: (IndexReader) throws -> [Int64], by author: String, key: String? = nil,
    _ change: (PhotoWords) -> WordsChange
  ) throws -> Act? {
    try act(.words, by: author, key) { _, writer in
      try photos(writer.reader).compactMap { id -> Note? in
        guard let photo = try writer.reader.photo(id) else { return nil }
        let shown = photo.facts.words
        let own = try writer.reader.ownWords(of: id)?.words ?? shown
        let change = change(shown).entered(about: shown, own: own)
        guard !change.isEmpty else { return nil }
        if let reason = photo.place.reason, !reason.isPlaceable {
          throw IndexError(
            .invalidRequest, "\(photo.path) cannot have words, because it is \(reason.name)")
        }
        return Note(
          photo: PhotoIdentity(photo), content: .words(NotedWords(change, own: own)))
      }
    }
  }

  /// Accepts the positions of photos as true in one act; nil if the index has none of them on the map.
  ///
  /// A second act with the same `key` is not made; the first is returned.
  public func accept(
    _ photos: (IndexReader) throws -> [Int64], by author: String, key: String? = nil
  ) throws -> Act? {
    try act(.accepted, by: author, key) { _, writer in
      try photos(writer.reader).compactMap { id in
        guard let photo = try writer.reader.photo(id), let place = photo.place.location else {
          return nil
        }
        return Note(photo: PhotoIdentity(photo), content: .accepted(place.coordinate))
      }
    }
  }

  /// Corrects homes and trips in one act.
  ///
  /// `correct` finds the texts of `JourneyCorrection`, from the index that the act will change; nil if there are none.
  public func correct(
    by author: String, _ correct: (IndexReader) throws -> [String]
  ) throws -> Act? {
    try act(.journey, by: author) { _, writer in
      try correct(writer.reader).map(Note.init(journey:))
    }
  }

  /// Records and shows an act with the notes that `find` finds; nil if there are none.
  ///
  /// A client that has not got the answer to its request repeats it with the same key.
  private func act(
    _ kind: Note.Kind, by author: String, _ key: String? = nil,
    _ find: (ActStore, IndexWriter) throws -> [Note]
  ) throws -> Act? {
    try changing { notes, writer in
      let name = key.map { ActStore.name(of: $0, by: author, kind) }
      if let earlier = try name.flatMap({ try notes.act(named: $0) }) { return earlier }
      let found = try find(notes, writer)
      guard !found.isEmpty else { return nil }
      let last = try notes.lastAct()
      let act = try notes.record(found, by: author, named: name ?? ActStore.randomName())
      try Self.show(found.map(\.photo), after: last, notes, writer)
      return try notes.acts(act...act).first
    }
  }

  private func noted(
    _ wanted: Wanted, _ notes: ActStore, _ reader: IndexReader
  ) throws -> Note? {
    guard let photo = try reader.photo(wanted.id) else { return nil }
    let identity = PhotoIdentity(photo)
    let shown = StoredPlace(photo.place, isImported: try reader.isImported(photo.id))
    let base = try ActStore.base(
      shown, of: photo.id, notes.places(about: identity, in: reader), in: reader)
    if let reason = base.place.reason, !reason.isPlaceable {
      throw IndexError(
        .invalidRequest, "\(photo.path) cannot be placed, because it is \(reason.name)")
    }
    let place = NotedPlace(location: wanted.location, gap: wanted.gap, base: base)
    return Note(photo: identity, content: .place(place))
  }

  /// Undoes an act of a kind, for some of its photos or for all, and returns the number of photos.
  ///
  /// `ActStore.undo` says how it finds them.
  public func undo(
    _ act: Int64, _ kind: Note.Kind, of photos: [PhotoIdentity]? = nil, by author: String
  ) throws -> Int {
    try changing { notes, writer in
      let last = try notes.lastAct()
      let changed = try notes.undo(act, kind, of: photos, in: writer.reader, by: author)
      try Self.show(changed, after: last, notes, writer)
      return changed.count
    }
  }

  /// Keeps what a file says, before its sidecar gets words from notes.
  ///
  /// If the sidecar is not written then, the next scan finds that the file says something else.
  public func keep(_ words: KeptWords) throws {
    try index.writeRepeatedly { writer in
      guard try writer.reader.photo(words.photo) != nil else { return }
      try writer.setOwnWords(words.own, of: words.photo)
    }
  }

  /// Adds the acts of another list, all or none, and shows them; returns how many acts, and aliases of known acts,
  /// are new.
  public func merge(_ acts: [WholeAct]) throws -> (acts: Int, aliases: Int) {
    try changing { notes, writer in
      let (act, alias) = try (notes.lastAct(), notes.lastAlias())
      let added = try notes.merge(acts)
      try Self.show(
        notes.photos(after: act), contents: notes.contents(afterAlias: alias), after: act, notes,
        writer)
      return added
    }
  }

  /// Runs `body` in a transaction of the index, after the acts so far are shown.
  private func changing<Result: Sendable>(
    _ body: (ActStore, IndexWriter) throws -> Result
  ) throws -> Result {
    try indexContents()
    var before: Int64?
    do {
      return try index.writeRepeatedly { writer in
        let notes = try file ?? ActStore(in: writer.reader)
        try Self.showMissedActs(notes, writer)
        before = try notes.lastAct()
        return try body(notes, writer)
      }
    } catch let error as IndexError {
      guard let file, let before, let last = try? file.lastAct(), last > before else { throw error }
      throw IndexError(
        .notShown,
        "act \(last) is recorded in \(file.path), but the index does not show it yet: \(error.message)"
      )
    }
  }

  /// Makes the indexes of contents, in a transaction of its own: without them, on a full disk, all rows are read.
  ///
  /// In a library of more than a million photos, and with a record, a scan makes them.
  private func indexContents() throws {
    guard file != nil, try !index.read({ try $0.hasIndexedContents() }) else { return }
    do {
      try index.writeRepeatedly { try $0.indexContents(limit: 1_000_000) }
    } catch let error as IndexError where error.code != .busy {}
  }

  /// Applies the acts and aliases to the index that were added since the last time.
  ///
  /// Does nothing if the index is up to date with the notes.
  public static func catchUp(_ index: PhotoIndex) throws {
    guard try index.readActs({ try missed($0, $1) != nil }) ?? false else { return }
    try NotesWriter(index).changing { _, _ in }
  }

  /// A new file that notes know only by its path and time, which a scan has stored as outdated.
  ///
  /// Another photo of that date may have taken the name of the noted one. If the scan ends before it has found
  /// where all photos are, the next one reads the file again.
  public struct UnsettledFile: Hashable, Sendable {
    let path: FilePath
    let companions: Int64?

    /// Makes one; `companions` is that of its `ReadFile`.
    public init(path: FilePath, companions: Int64?) {
      (self.path, self.companions) = (path, companions)
    }
  }

  /// Shows the notes of files that are known only by path and time, after a scan has found where all photos are.
  public static func settle(_ files: Set<UnsettledFile>, in index: PhotoIndex) throws {
    guard !files.isEmpty else { return }
    try NotesWriter(index).changing { notes, writer in
      let photos = try files.compactMap { file -> PhotoRecord? in
        guard let id = try writer.reader.photoID(at: file.path) else { return nil }
        try writer.markCurrent(id, companions: file.companions)
        return try writer.reader.photo(id)
      }.map(PhotoIdentity.init)
      // All before any is recorded: copies of an edited photo may each lead to other notes by their paths.
      let missing = try photos.flatMap {
        try notes.missingAliases(of: $0, replacing: nil, in: writer.reader)
      }
      try notes.record(missing)
      try show(photos, after: notes.lastAct(), notes, writer)
    }
  }

  /// Makes an index show all acts again, because it gets another notes file.
  public static func forgetShownActs(_ index: PhotoIndex) throws {
    try index.writeRepeatedly { try $0.setShownAct(0, alias: 0) }
  }

  /// The numbers of the act and the alias up to which the index is up to date; nil if it has all.
  private static func missed(
    _ notes: ActStore, _ reader: IndexReader
  ) throws -> (act: Int64, alias: Int64)? {
    let last = try (notes.lastAct(), notes.lastAlias())
    // In a record, acts and what they show are one transaction.
    let shown = try (notes.isShared ? last.0 : reader.shownAct() ?? 0, reader.shownAlias() ?? 0)
    guard shown != last else { return nil }
    // A greater number is from another notes file.
    return shown.0 > last.0 || shown.1 > last.1 ? (0, 0) : shown
  }

  /// Shows the acts that a program has recorded but not shown, because it was killed in between, and the copies of
  /// photos that a scan has found to be edited.
  ///
  /// It precedes each act, because afterwards the newest act counts as shown.
  private static func showMissedActs(_ notes: ActStore, _ writer: IndexWriter) throws {
    guard let missed = try missed(notes, writer.reader) else { return }
    try show(
      notes.photos(after: missed.act), contents: notes.contents(afterAlias: missed.alias),
      after: missed.act, notes, writer)
  }

  /// Shows the notes of all photos again, after an import has written positions and words.
  package static func showAll(
    _ writer: IndexWriter, of index: PhotoIndex, file: ActStore?
  ) throws {
    guard let notes = try ActStore.merged(into: index, writer, file: file) else { return }
    try show(notes.photos(after: 0), after: notes.lastAct(), isImport: true, notes, writer)
  }

  /// Updates some photos in the index from the notes.
  ///
  /// Those that are known only by path and time stay as they are until a scan has settled them. `act` is the last one
  /// that the index shows.
  private static func show(
    _ photos: [PhotoIdentity], contents: Set<FileContent> = [], after act: Int64,
    isImport: Bool = false, _ notes: ActStore, _ writer: IndexWriter
  ) throws {
    for id in try notes.photoIDs(of: photos, contents: contents, in: writer.reader) {
      guard let photo = try writer.reader.photo(id) else { continue }
      if try writer.reader.isOutdated(id), try notes.knowsOnlyPath(of: PhotoIdentity(photo)) {
        continue
      }
      let placements = try notes.placements(about: PhotoIdentity(photo), in: writer.reader)
      try showPlace(of: photo, placements.compactMap(PlacedNote.init), writer)
      try showWords(of: photo, after: act, isImport: isImport, placements, writer)
      try writer.setAcceptedPlace(ActStore.accepted(placements), of: photo.id)
    }
    try writer.setJourneyCorrections(notes.journeyCorrections())
    try writer.setShownAct(try notes.lastAct(), alias: try notes.lastAlias())
  }

  private static func showPlace(
    of photo: PhotoRecord, _ notes: [PlacedNote], _ writer: IndexWriter
  ) throws {
    guard !notes.isEmpty else { return }
    let id = photo.id
    let now = StoredPlace(photo.place, isImported: try writer.reader.isImported(id))
    let base = try ActStore.base(now, of: id, notes, in: writer.reader)
    let kept = try writer.reader.ownPlace(of: id)
    let merged = ActStore.merged(base, notes, kept: kept)
    let wanted = merged.shown
    guard wanted != now else { return }
    try writer.setPlace(wanted, of: id)
    // Where a sidecar may hide the place in the file, what the scan has seen stays known.
    let own = merged.own ?? (wanted == kept ? kept : nil)
    try writer.setOwnPlace(own, of: id)
    // The file may have lost its position since the act that is undone, or have its position in a sidecar; the
    // next scan reads them again.
    if wanted == base { try writer.markOutdated(id) }
  }

  private static func showWords(
    of photo: PhotoRecord, after act: Int64, isImport: Bool, _ placements: [StoredPlacement],
    _ writer: IndexWriter
  ) throws {
    let placements = placements.filter { $0.note.kind == .words }
    let kept = try writer.reader.ownWords(of: photo.id)
    guard !placements.isEmpty || kept != nil else { return }
    var own = kept ?? OwnWords(photo.facts.words)
    if isImport, kept != nil {
      own = ActStore.own(own, imported: photo.facts.words, of: placements)
    }
    let isUndone = placements.contains { ($0.undoneBy ?? 0) > act }
    let merged = ActStore.merged(own, of: placements, isUndone: isUndone)
    if merged.shown != photo.facts.words { try writer.setWords(merged.shown, of: photo.id) }
    if merged.own != kept { try writer.setOwnWords(merged.own, of: photo.id) }
  }
}
