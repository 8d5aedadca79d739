import Foundation
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing
import Query

extension LibraryModel {
  /// A complete scan, after which the list and the index must agree.
  func scan() throws {
    note("scan")
    var options = ScanOptions()
    options.jobs = 1
    let report = try PhotoScanner(index: index, options: options).scan([FilePath(library.root)])
    try require(report.errors.isEmpty, "errors: \(report.errors)")
    try require(report.files == files.count, "\(report.files) files, not \(files.count)")
    isInStep = true
    vacated.removeAll()
    try learnIDs()
    for path in files.keys {
      files[path]?.isChanged = false
      files[path]?.isMoved = false
      files[path]?.needsOwnPlace = false
    }
    let located = files.values.filter { $0.place != nil }.count
    try require(report.located == located, "\(report.located) located, not \(located)")
  }

  /// A scan that is stopped after some rounds.
  func scanInPart() throws {
    note("scan in part")
    var rounds = Int.random(in: 0..<3, using: &random)
    var options = ScanOptions()
    options.jobs = 1
    _ = try PhotoScanner(index: index, options: options).scan([FilePath(library.root)]) { _ in
      rounds -= 1
      return rounds >= 0
    }
    isInStep = false
    try requireWhole()
  }

  /// A scan by another process that is killed when its log has grown to some size.
  func scanAndKill() throws {
    let size = Int.random(in: 0..<30, using: &random) * 4_096
    note("scan and kill at \(size)")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["scan", "--quiet", library.root, "--db", library.database]
    process.standardError = FileHandle.nullDevice
    try process.run()
    let log = library.database + "-wal"
    _ = eventually {
      let attributes = try? FileManager.default.attributesOfItem(atPath: log)
      return !process.isRunning || attributes?[.size] as? Int ?? 0 >= size
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    isInStep = false
    try requireWhole()
  }

  /// Closes and reopens the index, as another run of the program does.
  func reopen() throws {
    note("reopen")
    index = try Self.open(library)
  }

  /// Compares everything with the list, and records the ids.
  func learnIDs() throws {
    var found: [String: PhotoRecord] = [:]
    try index.read { reader in
      try reader.forEachPhoto(PhotoFilter()) { photo in
        found["\(photo.root) \(photo.path)"] = photo
      }
    }
    let expected = expected
    let names = Set(expected.map { "\($0.photo.root) \($0.photo.path)" })
    let surplus = Set(found.keys).subtracting(names).sorted()
    try require(surplus.isEmpty, "\(surplus) should not be on the map")
    for (photo, id) in expected {
      guard let record = found["\(photo.root) \(photo.path)"] else {
        throw ModelFailure("\(photo.path) is not in the index")
      }
      let seen = Expected(
        root: photo.root, path: photo.path,
        place: record.place.location?.coordinate ?? photo.place,
        milliseconds: record.time?.timelineMilliseconds, camera: record.camera.model,
        source: record.place.location?.source ?? .gpx)
      try require(seen == photo, "\(seen), not \(photo)")
      if let id { try require(record.id == id, "\(photo.path) is \(record.id), was \(id)") }
      if photo.root == Self.importRoot {
        strangers[photo.path]?.id = record.id
      } else {
        files[photo.path]?.id = record.id
      }
    }
    try requireWhole()
  }

  func requireWhole() throws {
    let problems = try index.integrityProblems()
    try require(problems.isEmpty, "\(problems)")
  }

  func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    guard holds else { throw ModelFailure(message()) }
  }
}

/// The index differs from the list.
struct ModelFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
