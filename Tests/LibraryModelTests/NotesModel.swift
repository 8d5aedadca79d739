import Foundation
import Geography
import Journeys
import Notes
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Query
import Record
import TestSupport

/// A library whose photos are placed and described by hand, and a plain list of the acts.
///
/// No act may be lost, whatever happens to files and index, and after a complete scan the index shows what the
/// list says. All changes are random with a seed; the same seed gives the same sequence.
final class NotesModel {
  /// What an act says about one photo, or about journeys.
  struct Placement: Hashable {
    /// The photo: its full path, its content, and its time; empty if it is about journeys.
    var path: String
    var content: Data
    var seconds: Int?

    /// A correction of trips or an entry of the diary, as acts store it.
    var journey: String?

    /// The position; nil if the act removed it.
    var place: Coordinate?

    /// The position in the file at the time of the act.
    var own: Coordinate?

    /// What the act changes in words; nil if it is about the position.
    var words: WordsChange?

    /// The caption in the file at the time of the act.
    var ownCaption: String?
    var isUndone = false

    /// Later contents of the photo, as a scan has recorded them.
    var aliases: Set<FileContent> = []

    func hasAlias(_ content: FileContent?) -> Bool { content.map(aliases.contains) ?? false }
  }

  let library: Library

  /// Opens the index of the machine with the photos.
  let open: () throws -> PhotoIndex
  var index: PhotoIndex

  /// The record of the index; nil if the index is a file alone.
  let shared: SharedLibrary?
  var random: SeededRandom

  /// The files by their paths in the library.
  var files: [String: TinyPhoto] = [:]

  /// Files that were deleted, and may come back elsewhere.
  var trash: [TinyPhoto] = []

  /// All acts in order; those that undo others are empty.
  var acts: [[Placement]] = []

  /// Whether a scan was completed since the last change of a file.
  var isInStep = true

  /// The files at the last complete scan that have only been edited since, if no other scan has begun.
  var edited: [String: TinyPhoto] = [:]

  /// The earlier contents of files that were edited since the last complete scan, which the index may still have.
  var overwritten: [String: Set<Data>] = [:]

  /// Overwritten contents whose files have left their paths: the index may take them for deleted photos.
  var lost: Set<Data> = []

  /// The contents of files that were ambiguous at a complete scan, by path: the index does not decide again about a
  /// file that stays as it is.
  var undecided: [String: Data] = [:]

  /// What the notes call each content that a scan has read.
  var contents: [Data: FileContent] = [:]

  /// Whether a file has ever lost or changed its own position: then undoing needs a scan to show it.
  var hasChangedOwnPlaces = false

  /// The events so far, for the report of a failure.
  private(set) var story: [String] = []
  private var serial = 0

  /// - Parameter shared: Makes a library of a record, in which a second machine places photos too.
  init(seed: UInt64, isShared: Bool = false) throws {
    let library = try Library()
    let shared = isShared ? try SharedLibrary() : nil
    open = { try shared?.open("one") ?? LibraryModel.open(library) }
    (self.library, self.shared) = (library, shared)
    index = try open()
    random = SeededRandom(seed: seed)
    // An empty root would be refused; this file is never changed.
    try put("anchor.jpg", newPhoto())
  }

  func note(_ event: String) {
    story.append(event)
    if story.count > 40 { story.removeFirst() }
  }

  func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  func draw<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }

  /// A file that may be changed; sorted, because the order of a dictionary is not deterministic.
  func anyFile() -> String? { draw(files.keys.filter { $0 != "anchor.jpg" }.sorted()) }

  func newPath() -> String {
    (draw(["", "a/", "a/b/", "d/"]) ?? "") + "\(Int.random(in: 0..<12, using: &random)).jpg"
  }

  /// A position that no other photo has.
  func newPlace() -> Coordinate {
    Coordinate(
      latitudeE7: Int32.random(in: -800_000_000...800_000_000, using: &random),
      longitudeE7: Int32.random(in: -1_790_000_000...1_790_000_000, using: &random)) ?? newPlace()
  }

  func newPhoto() -> TinyPhoto {
    serial += 1
    return TinyPhoto(
      serial: serial, place: chance(2) ? nil : newPlace(),
      seconds: chance(5) ? nil : 1_000_000_000 + serial * 60, model: "Aster")
  }

  func put(_ path: String, _ photo: TinyPhoto) throws {
    try library.write(path, photo.bytes)
    files[path] = photo
    edited[path] = nil
    isInStep = false
  }

  // MARK: - What the map should show

  /// The newest act about the position of a file that is not undone.
  func current(_ path: String, _ photo: TinyPhoto) -> Placement? {
    placements(path, photo, in: acts).first { !$0.isUndone && $0.words == nil }
  }

  /// The placements of a file: by its content, newest first, then by an alias; or else by its path and time.
  func placements(_ path: String, _ photo: TinyPhoto, in acts: [[Placement]]) -> [Placement] {
    let known = knownPlacements(photo, in: acts)
    guard known.isEmpty, photo.seconds != nil else { return known }
    return acts.joined().reversed().filter {
      $0.path == library.file(path) && $0.seconds == photo.seconds
    }
  }

  private func knownPlacements(_ photo: TinyPhoto, in acts: [[Placement]]) -> [Placement] {
    let all = acts.joined().reversed()
    let own = all.enumerated().filter { $0.element.content == photo.bytes }
    let aliased = all.enumerated().filter { number, placement in
      placement.content != photo.bytes && placement.hasAlias(contents[photo.bytes])
        && !own.contains { $0.offset > number || $0.element.hasAlias(contents[placement.content]) }
    }
    return (own + aliased).map(\.element)
  }

  /// A file leaves its path by a move or because it is deleted.
  func leave(_ path: String) {
    lost.formUnion(overwritten.removeValue(forKey: path) ?? [])
    edited[path] = nil
    isInStep = false
  }

  /// Whether a note is known only by path and time, and its photo may be elsewhere: on the disk or deleted.
  ///
  /// Then the order of events decides whether this file is taken for an edited copy.
  func isAmbiguous(_ path: String, _ photo: TinyPhoto, in acts: [[Placement]]) -> Bool {
    knownPlacements(photo, in: acts).isEmpty
      && placements(path, photo, in: acts).contains { placement in
        if undecided[path] == photo.bytes { return true }
        let others = files.filter { $0.key != path }.map(\.value.bytes) + trash.map(\.bytes)
        return lost.union(others).contains {
          $0 == placement.content || placement.hasAlias(contents[$0])
        }
      }
  }

  /// The position of a file; nil if it is not on the map.
  ///
  /// A position that the file got after the act is newer.
  func shown(_ path: String, _ photo: TinyPhoto) -> Coordinate? {
    guard let note = current(path, photo) else { return photo.place }
    if let own = photo.place, own != note.own, own != note.place { return own }
    return note.place
  }

  /// The words of a file, by name.
  ///
  /// A caption that the file got after the act is newer.
  func shownWords(_ path: String, _ photo: TinyPhoto) -> [String] {
    var caption = photo.caption
    var keywords: [String] = []
    for note in placements(path, photo, in: acts).reversed() where !note.isUndone {
      guard let words = note.words else { continue }
      for (_, value) in words.set where [note.ownCaption, value?.text].contains(photo.caption) {
        caption = value?.text
      }
      keywords.removeAll { words.removed[.keywords]?.contains($0) == true }
      keywords += (words.added[.keywords] ?? []).filter { !keywords.contains($0) }
    }
    return ["caption " + (caption ?? "-")] + keywords
  }

  /// Reads the aliases after a complete scan, and checks that each photo edited in its place has one.
  func compareAliases() throws {
    try index.read { reader in
      for (path, photo) in files {
        let id = try reader.photoID(at: FilePath(library.file(path)))
        contents[photo.bytes] =
          try id.flatMap { try reader.photo($0) }.flatMap { PhotoIdentity($0).content }
      }
    }
    var noted: [[Note]] = []
    try index.readActs { store, _ in try store.forEachAct { noted.append($0.notes) } }
    try require(noted.count == acts.count, "\(noted.count) acts, not \(acts.count)")
    // Whether an act was about a photo before its edit is judged without the new aliases.
    let before = acts
    for act in acts.indices {
      for (place, found) in noted[act].enumerated() {
        let aliases = Set(found.aliases)
        try require(aliases.isSuperset(of: acts[act][place].aliases), "an alias was lost")
        acts[act][place].aliases = aliases
      }
    }
    let ambiguous = files.filter { isAmbiguous($0.key, $0.value, in: acts) }
    defer { undecided = ambiguous.mapValues(\.bytes) }
    for (path, photo) in files where photo.seconds != nil {
      guard !before.joined().contains(where: { $0.content == photo.bytes }) else { continue }
      let versions = [photo] + (edited[path].map { [$0] } ?? [])
      guard !versions.contains(where: { isAmbiguous(path, $0, in: before) }) else { continue }
      let noted = Set(versions.flatMap { placements(path, $0, in: before) })
      for (act, placements) in before.enumerated() {
        for (place, placement) in placements.enumerated() where noted.contains(placement) {
          try require(
            acts[act][place].hasAlias(contents[photo.bytes]),
            "\(path) has no alias of act \(act): \(placement)")
        }
      }
    }
  }

  /// Compares the map with the acts, on each machine.
  func compare() throws {
    for index in [index] + (shared.map { [$0.two] } ?? []) {
      try index.followRecord()
      try compare(index)
    }
  }

  /// Compares the corrections of trips and the diary with the acts.
  func compareJourneys(_ index: PhotoIndex) throws {
    let stored = acts.joined().filter { !$0.isUndone }.compactMap(\.journey)
    let wanted = DiaryEntry.current(stored)
    let found = try index.read { try $0.journeyCorrections() }
    try require(found == wanted, "journeys: \(found), not \(wanted)")
  }

  private func compare(_ index: PhotoIndex) throws {
    try compareJourneys(index)
    var found: [String: Coordinate] = [:]
    var words: [String: [String]] = [:]
    let prefix = shared.map { index.path == $0.two.path ? SharedLibrary.prefix : "" } ?? ""
    try index.read { reader in
      try reader.forEachPhoto(PhotoFilter()) { photo in
        found[photo.path.description] = photo.place.location?.coordinate
      }
      for path in files.keys {
        let id = try reader.photoID(at: FilePath(prefix + library.file(path)))
        let known = try id.flatMap { try reader.photo($0) }?.facts.words
        words[path] = ["caption " + (known?.caption ?? "-")] + (known?.keywords ?? [])
      }
    }
    for (path, photo) in files {
      let wanted = shown(path, photo)
      try require(
        found[path] == wanted || found[path] == photo.place && isAmbiguous(path, photo, in: acts),
        "\(path) is at \(String(describing: found[path])), not \(String(describing: wanted))")
      let text = shownWords(path, photo)
      try require(
        words[path] == text || isAmbiguous(path, photo, in: acts),
        "\(path) says \(words[path] ?? []), not \(text)")
    }
    try require(Set(found.keys).isSubset(of: files.keys), "\(found.keys.sorted())")
    let problems = try index.integrityProblems()
    try require(problems.isEmpty, "\(problems)")
  }

  /// Compares the notes with the list: every act is there, as it was made.
  func compareNotes() throws {
    try index.followRecord()
    let isRead: Void? = try index.readActs { notes, _ in try compare(notes) }
    try require(isRead != nil || acts.isEmpty, "the notes file is gone")
  }

  private func compare(_ notes: ActStore) throws {
    let stored = try notes.acts()
    try require(stored.count == acts.count, "\(stored.count) acts, not \(acts.count)")
    for (act, placements) in zip(stored, acts) {
      let found = try notes.notes(of: act.number).map { note in
        Self.line(
          note.photo.path.description, note.place?.location?.coordinate, note.words?.change,
          note.journey)
      }
      let wanted = placements.map { Self.line($0.path, $0.place, $0.words, $0.journey) }
      try require(found == wanted, "act \(act.number): \(found), not \(wanted)")
      try require(
        act.undone == placements.count { $0.isUndone }, "act \(act.number): \(act.undone) undone")
    }
  }

  private static func line(
    _ path: String, _ place: Coordinate?, _ words: WordsChange?, _ journey: String?
  ) -> String {
    let set = words?.set[.caption].map { "caption \($0?.text ?? "-")" } ?? ""
    let names = [words?.added, words?.removed].map { $0?[.keywords] ?? [] }
    return "\(path) \(String(describing: place)) \(words != nil) \(set) \(names) \(journey ?? "")"
  }

  func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    guard holds else { throw ModelFailure(message()) }
  }
}
