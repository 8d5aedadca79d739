internal import Files
internal import Notes
internal import PhotoFacts
internal import PhotoIndex

// What commands that make acts have in common: `place`, `tag`, `doubt`, `diary` and `trips`.

extension Option {
  static let apply = Option("--apply", nil, "apply the plan; without it nothing changes")
  static let undo = Option("--undo", "ACT", "undo an act, for the given photos or for all of them")
}

extension Locations {
  /// Opens the index for a change, but does not create it; without `--apply`, for reading only.
  static func openForPlan(_ arguments: ParsedArguments) throws -> PhotoIndex {
    let index = try openForReading(arguments)
    let changes = arguments.has(.apply) || arguments.has(.undo)
    return changes ? try openForWriting(arguments) : index
  }
}

extension ParsedArguments {
  /// The person who makes the act.
  var author: String { Environment.value("USER") ?? "" }

  /// The photos of the index that the operands name.
  func photos(of index: PhotoIndex) throws -> [Int64] {
    try index.read { reader in
      try paths.map { path in
        guard let id = try reader.photoID(at: path) ?? reader.photoID(at: path.full) else {
          throw InputError(
            description: "\(path) is not in the index; add its folder with: geoindex scan <dir>")
        }
        return id
      }
    }
  }

  /// Undoes the act of `--undo`, for the photos that the operands name or for all.
  func undoAct(_ kind: Note.Kind, or other: Note.Kind? = nil) throws -> ExitCode {
    let index = try Locations.openForPlan(self)
    guard let act = try whole(.undo, in: 1...Int.max) else { return .usage }
    let photos = paths.isEmpty ? nil : try index.read(identities)
    let notes = try NotesWriter(index)
    var count = try notes.undo(Int64(act), kind, of: photos, by: author)
    if count == 0, let other {
      count = try notes.undo(Int64(act), other, of: photos, by: author)
    }
    guard count > 0 else {
      throw InputError(
        description:
          "there is nothing to undo of act \(act); look at the acts with: geoindex notes export")
    }
    if !has(.quiet) {
      let what = [.journey, .diary].contains(kind) ? "" : " for \(Counted.photos(count))"
      Console.error("undid act \(act)\(what)")
    }
    return .done
  }

  /// The photos of the index at the given paths; the paths alone of files that the index does not have.
  private func identities(_ reader: IndexReader) throws -> [PhotoIdentity] {
    try paths.flatMap { path in
      // The path of another machine, such as nas:/srv/photos/a.jpg, is whole already.
      let names = [path, path.full]
      guard let id = try names.lazy.compactMap({ try reader.photoID(at: $0) }).first,
        let photo = try reader.photo(id)
      else { return names.map { PhotoIdentity(path: $0, content: nil, taken: nil) } }
      return [PhotoIdentity(photo)]
    }
  }

  /// Reports what an act has done, and how it is undone.
  func report(_ act: Act?, _ what: String, command: String) {
    guard let act, !has(.quiet) else { return }
    Console.error(
      "act \(act.number): \(what); undo it with: geoindex \(command) --undo \(act.number)")
  }
}

/// Numbers of things in words.
enum Counted {
  static func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }
}

extension FilePath {
  /// The whole path of a file.
  var full: FilePath { FilePath(bytes: RealPath.future(bytes)) }
}
