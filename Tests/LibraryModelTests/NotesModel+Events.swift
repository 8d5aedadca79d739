import Foundation
import Geography
import Notes
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Record
import TestSupport

/// What happens to files.
extension NotesModel {
  func changeFile() throws {
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: try add()
    case 2: try copy()
    case 3: try move()
    case 4: try moveFolder()
    case 5: try edit()
    case 6: try remove()
    default: try bringBack()
    }
  }

  private func add() throws {
    let path = newPath()
    guard files[path] == nil else { return }
    note("add \(path)")
    try put(path, newPhoto())
  }

  private func copy() throws {
    let target = newPath()
    guard let path = anyFile(), let photo = files[path], files[target] == nil else { return }
    note("copy \(path) to \(target)")
    try put(target, photo)
  }

  private func move() throws {
    let target = newPath()
    guard let path = anyFile(), files[target] == nil else { return }
    note("move \(path) to \(target)")
    try library.move(path, to: target)
    files[target] = files.removeValue(forKey: path)
    leave(path)
  }

  private func moveFolder() throws {
    guard let folder = draw(["a", "a/b", "d", "n"]), let target = draw(["n", "m/d", "a"]),
      !target.hasPrefix(folder), !FileManager.default.fileExists(atPath: library.file(target))
    else { return }
    let inside = files.keys.filter { $0.hasPrefix(folder + "/") }.sorted()
    // The files of a moved folder are not read again. An act finds a photo that was edited since the last scan only
    // by its path, so it does not follow there.
    let isKnownByPath = inside.contains { path in
      let paths = [path, target + path.dropFirst(folder.count)].map(library.file)
      return acts.joined().contains { act in
        !act.isUndone && paths.contains(act.path) && act.seconds == files[path]?.seconds
          && act.content != files[path]?.bytes
          && !act.hasAlias(files[path].flatMap { contents[$0.bytes] })
      }
    }
    guard !inside.isEmpty, !isKnownByPath else { return }
    note("move folder \(folder) to \(target)")
    try library.move(folder, to: target)
    for path in inside {
      files[target + path.dropFirst(folder.count)] = files.removeValue(forKey: path)
      leave(path)
    }
    edited = [:]
  }

  /// Another program edits a photo, and perhaps gives it a position or a caption or takes them away.
  private func edit() throws {
    guard let path = anyFile(), var photo = files[path] else { return }
    let earlier = edited[path] ?? (isInStep ? photo : nil)
    note("edit \(path)")
    photo.serial = newPhoto().serial
    if chance(2) {
      photo.place = chance(3) ? nil : newPlace()
      hasChangedOwnPlaces = true
    }
    if chance(3) { photo.caption = chance(3) ? nil : "file \(photo.serial)" }
    overwritten[path, default: []].formUnion(files[path].map { [$0.bytes] } ?? [])
    try put(path, photo)
    edited[path] = earlier
  }

  /// Edits a photo that an act has placed, and moves it after a scan has seen the edit.
  func editThenMove() throws {
    if !isInStep { try scan() }
    let noted = files.keys.sorted().filter { path in
      guard path != "anchor.jpg", let photo = files[path] else { return false }
      return placements(path, photo, in: acts).contains { !$0.isUndone }
    }
    guard let path = draw(noted), var photo = files[path] else { return }
    note("edit \(path), then scan and move it")
    photo.serial = newPhoto().serial
    let earlier = files[path]
    try put(path, photo)
    edited[path] = earlier
    try scan()
    let target = newPath()
    guard files[target] == nil else { return }
    try library.move(path, to: target)
    files[target] = files.removeValue(forKey: path)
    leave(path)
    try scan()
  }

  private func remove() throws {
    guard let path = anyFile(), let photo = files.removeValue(forKey: path) else { return }
    note("remove \(path)")
    try library.remove(path)
    trash.append(photo)
    leave(path)
  }

  private func bringBack() throws {
    let path = newPath()
    guard files[path] == nil, let place = trash.indices.randomElement(using: &random) else {
      return
    }
    note("bring a deleted photo back as \(path)")
    try put(path, trash.remove(at: place))
  }
}

/// What people do.
extension NotesModel {
  /// Places up to four photos in one act, or removes their position.
  func place() throws {
    guard isInStep else { return }
    let paths = Array(files.keys.sorted().shuffled(using: &random).prefix(chance(2) ? 1 : 4))
    let isRemoval = chance(4)
    let placements = paths.compactMap { placement($0, isRemoval ? nil : newPlace()) }
    note("place \(paths), \(isRemoval ? "not here" : "by hand")")
    let (machine, prefix) = try anyMachine()
    let wanted = try zip(ids(paths, machine, prefix), placements).map { id, placement in
      let location = placement.place.map { Location($0, source: .manual) }
      return NotesWriter.Wanted(id: id, location: location)
    }
    _ = try NotesWriter(machine).place(wanted, by: "model")
    acts.append(placements)
    try compare()
  }

  /// Writes about up to four photos in one act.
  func write() throws {
    guard isInStep else { return }
    let paths = Array(files.keys.sorted().shuffled(using: &random).prefix(chance(2) ? 1 : 4))
    let change = newWords()
    note("write about \(paths): \(change.set), \(change.added), \(change.removed)")
    let (machine, prefix) = try anyMachine()
    let ids = try ids(paths, machine, prefix)
    _ = try NotesWriter(machine).write({ _ in ids }, by: "model") { _ in change }
    acts.append(paths.compactMap { writing($0, change) })
    try compare()
  }

  private func newWords() -> WordsChange {
    var change = WordsChange()
    let keyword = "k\(Int.random(in: 0..<4, using: &random))"
    switch Int.random(in: 0..<4, using: &random) {
    case 0: change.set.updateValue(.text("act \(acts.count)"), forKey: .caption)
    case 1: change.set.updateValue(nil, forKey: .caption)
    case 2: change.removed[.keywords] = [keyword]
    default: break
    }
    if change.isEmpty || chance(2) { change.added[.keywords] = [keyword] }
    return change
  }

  private func writing(_ path: String, _ change: WordsChange) -> Placement? {
    files[path].map { photo in
      Placement(
        path: library.file(path), content: photo.bytes, seconds: photo.seconds, words: change,
        ownCaption: photo.caption)
    }
  }

  /// Corrects trips, or writes in the diary.
  func tellOfJourneys() throws {
    let text = newJourney()
    note("say \(text)")
    let (machine, _) = try anyMachine()
    _ = try NotesWriter(machine).correct(by: "model") { _ in [text] }
    acts.append([Placement(path: "", content: Data(), journey: text)])
    try compareJourneys(machine)
  }

  private func newJourney() -> String {
    let day = "2021-06-\(Int.random(in: 10..<14, using: &random))"
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return "split \(day)"
    case 1: return "diary day \(day)"
    default: return "diary day \(day) act \(acts.count)"
    }
  }

  private func ids(_ paths: [String], _ machine: PhotoIndex, _ prefix: String) throws -> [Int64] {
    try machine.read { reader in
      try paths.map { path in
        guard let id = try reader.photoID(at: FilePath(prefix + library.file(path))) else {
          throw ModelFailure("\(path) is not in the index")
        }
        return id
      }
    }
  }

  /// The index of a machine that people use, and how it names the folders of machine one.
  private func anyMachine() throws -> (PhotoIndex, String) {
    try index.followRecord()
    guard let shared, chance(2) else { return (index, "") }
    note("on machine two")
    try shared.two.followRecord()
    return (shared.two, SharedLibrary.prefix)
  }

  private func placement(_ path: String, _ place: Coordinate?) -> Placement? {
    guard let photo = files[path] else { return nil }
    // If the map shows an earlier act, the file has had the position that this act replaced.
    let note = current(path, photo)
    let isNoted = note != nil && shown(path, photo) == note?.place
    return Placement(
      path: library.file(path), content: photo.bytes, seconds: photo.seconds, place: place,
      own: isNoted ? note?.own : photo.place)
  }

  /// Undoes an act, for one photo or for all.
  func undo() throws {
    guard let act = acts.indices.randomElement(using: &random), !acts[act].isEmpty else { return }
    let isOfPhotos = [.place, .words].contains(kind(of: acts[act]))
    let only = isOfPhotos && chance(2) ? draw(acts[act])?.path : nil
    note("undo act \(act + 1)\(only.map { " for \($0)" } ?? "")")
    let (machine, prefix) = try anyMachine()
    let number = try NotesWriter(machine).undo(
      Int64(act + 1), kind(of: acts[act]),
      of: only.map { [PhotoIdentity(path: FilePath(prefix + $0), content: nil, taken: nil)] },
      by: "model")
    var count = 0
    for place in acts[act].indices where !acts[act][place].isUndone {
      guard only == nil || acts[act][place].path == only else { continue }
      acts[act][place].isUndone = true
      count += 1
    }
    try require(number == count, "\(number) photos undone, not \(count)")
    if count > 0 { acts.append([]) }
    if hasChangedOwnPlaces {
      isInStep = false
    } else if isInStep {
      try compare()
    }
  }

  private func kind(of act: [Placement]) -> Note.Kind {
    if let text = act.lazy.compactMap(\.journey).first {
      return text.hasPrefix("diary ") ? .diary : .journey
    }
    return act.contains { $0.words != nil } ? .words : .place
  }

  /// Places a photo, writes about it or in the diary with the program, which is killed at a random moment.
  func actAndKill() throws {
    guard isInStep, let path = anyFile() else { return }
    let place = newPlace()
    var words = WordsChange()
    words.added[.keywords] = ["k1"]
    let arguments: [String]
    let made: Placement?
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      made = placement(path, place)
      arguments = [
        "place", "--at", "\(place.latitude), \(place.longitude)", library.file(path), "--apply",
      ]
    case 1:
      made = writing(path, words)
      arguments = ["tag", "--add-keyword", "k1", library.file(path), "--apply"]
    default:
      made = Placement(path: "", content: Data(), journey: "diary day 2021-06-10 killed")
      arguments = ["diary", "--write", "2021-06-10"]
    }
    guard let placement = made else { return }
    let moment = Int.random(in: 0..<4, using: &random)
    note("\(arguments[0]) \(path) and kill at moment \(moment)")
    let journal = shared == nil ? library.database + ".notes-journal" : file + "-wal"
    let before = Self.size(journal)
    try kill(arguments, input: "killed\n") {
      moment == 0 || moment == 1 && Self.size(journal) != before
        || moment == 2 && FileManager.default.fileExists(atPath: library.database + ".notes")
    }
    try index.followRecord()
    let count = try index.readActs { notes, _ in try notes.acts().count } ?? 0
    try require([acts.count, acts.count + 1].contains(count), "\(count) acts, not \(acts.count)")
    if count > acts.count { acts.append([placement]) }
    isInStep = false
  }

  private func kill(_ arguments: [String], input: String = "", when isTime: () -> Bool) throws {
    let process = Process()
    let inputFile = library.database + ".input"
    try Data(input.utf8).write(to: URL(fileURLWithPath: inputFile))
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputFile))
    process.executableURL = URL(fileURLWithPath: Program.path)
    let options = shared?.cluster.options(as: "one") ?? ["--db", library.database]
    process.arguments = arguments + ["--quiet"] + options
    process.environment = ProcessInfo.processInfo.environment
      .merging(shared?.cluster.environment ?? [:]) { $1 }
    process.standardError = FileHandle.nullDevice
    try process.run()
    _ = eventually { !process.isRunning || isTime() }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try shared?.settle(index)
  }

  /// The file of the index, which is the local one of machine one with a record.
  private var file: String { index.path.description }

  /// The size of a file; nil if it does not exist.
  private static func size(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
  }
}

/// What happens to the index.
extension NotesModel {
  /// A complete scan, after which the map shows the acts.
  func scan() throws {
    note("scan")
    var options = ScanOptions()
    options.jobs = 1
    let report = try PhotoScanner(index: index, options: options).scan([FilePath(library.root)])
    try require(report.errors.isEmpty, "errors: \(report.errors)")
    isInStep = true
    try compareAliases()
    (edited, overwritten) = ([:], [:])
    try compare()
  }

  /// A scan that is stopped after some rounds.
  func scanInPart() throws {
    note("scan in part")
    edited = [:]
    var rounds = Int.random(in: 0..<3, using: &random)
    var options = ScanOptions()
    options.jobs = 1
    _ = try PhotoScanner(index: index, options: options).scan([FilePath(library.root)]) { _ in
      rounds -= 1
      return rounds >= 0
    }
    isInStep = false
  }

  /// A scan by another process that is killed when its log has grown to some size.
  func scanAndKill() throws {
    let size = Int.random(in: 0..<20, using: &random) * 4_096
    note("scan and kill at \(size)")
    edited = [:]
    let log = file + "-wal"
    try kill(["scan", library.root]) { Self.size(log) ?? 0 >= size }
    isInStep = false
  }

  /// Deletes the index; only the notes stay, or the record.
  func deleteIndex() throws {
    note("delete the index")
    let file = file
    edited = [:]
    // A closed index removes its log by name, so it is closed before the new one has a log of that name.
    index = try PhotoIndex(path: FilePath(library.database + ".spare"), access: .writing)
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file + ending)
    }
    index = try open()
    // The record has the photos too, so no scan is needed.
    if shared != nil { return isInStep ? try compare() : () }
    (overwritten, lost, undecided, isInStep) = ([:], [], [:], false)
  }

  func reopen() throws {
    note("reopen")
    if let shared, chance(2) { return try shared.reopen(deleting: chance(2)) }
    index = try open()
  }
}
