internal import Files
internal import PhotoFacts
internal import PhotoIndex

/// A list beside the index that only its owner can read and several programs may change.
///
/// With a record, the list is in the record, and the file is this machine's copy of it.
struct PrivateFile: Sendable {
  let path: FilePath

  /// The name of the list in a record.
  private let name: String

  /// The lists of the record; nil if the file itself is the list.
  private let lists: (any SharedLists)?

  /// Adds the content of another list to a list; nil stands for an absent one.
  private let merging: @Sendable (_ other: String, _ text: String?) throws -> String

  /// The list of an index; the same for all paths of the index.
  init(
    _ index: FilePath, _ name: String, _ lists: (any SharedLists)?,
    merging: @escaping @Sendable (_ other: String, _ text: String?) throws -> String
  ) {
    path = IndexLocation(index).beside("." + name)
    (self.name, self.lists, self.merging) = (name, lists, merging)
  }

  /// Changes with each change of the file; nil only if there is no file.
  var stamp: FileStamp? {
    get throws(RegisterError) {
      do throws(SystemError) {
        return try FileStatus.ifPresent(path.bytes).map { FileStamp($0) }
      } catch {
        throw RegisterError("cannot read \(path): \(error)")
      }
    }
  }

  /// Reads the content; nil only if there is no file.
  func read() throws(RegisterError) -> String? {
    guard try stamp != nil else { return nil }
    do {
      let file = try ReadableFile(path: path.bytes)
      return String(decoding: try file.read(0..<file.size), as: UTF8.self)
    } catch {
      throw RegisterError("cannot read \(path): \(error)")
    }
  }

  /// Replaces the content with what `body` makes of it, unless that is nil; no other program changes it meanwhile.
  func change(_ body: (String?) throws -> String?) throws {
    try withLock {
      let text = try read()
      guard let lists else {
        if let changed = try body(text) { try write(changed) }
        return
      }
      let stored = try lists.change(name, knows: text) { stored, isKnown in
        let whole = try isKnown ? stored : merging(text ?? "", stored)
        return try body(whole.isEmpty ? nil : whole) ?? whole
      }
      if stored != text { try write(stored) }
    }
  }

  /// Makes this machine's copy equal to the list of the record.
  ///
  /// If the record has never had what the copy contains, it is added to the record: an earlier version had the
  /// lists only beside the local index, and a record can go back to an earlier state.
  func follow() throws {
    guard let lists else { return }
    let isKnown = try withLock {
      let text = try read()
      let (stored, isKnown) = try lists.list(name, knows: text)
      if isKnown, stored != text ?? "" { try write(stored) }
      // Until the record has it, nothing that this machine knows is lost.
      if !isKnown { try write(merging(text ?? "", stored)) }
      return isKnown
    }
    if !isKnown { try change { _ in nil } }
  }

  /// Adds the content of a list of an earlier version, unless the record has had it, or `isWanted` is false.
  func takeOver(_ other: PrivateFile, if isWanted: () throws -> Bool) throws {
    guard let lists, let text = try other.read(), try !lists.list(name, knows: text).isKnown,
      try isWanted()
    else { return }
    _ = try lists.change(name, knows: text) { stored, isKnown in
      try isKnown ? stored : merging(text, stored)
    }
  }

  /// Replaces the file as a whole, or the target of a link; the new content is on the disk when this returns.
  private func write(_ text: String) throws(RegisterError) {
    do throws(SystemError) {
      let target = RealPath.future(path.bytes)
      // Left by a process that was killed; the caller has the lock.
      FileSystem.remove(target + Array(Self.draftEnding.utf8))
      let draft = try FileDraft(replacing: target, ending: Self.draftEnding)
      try draft.write(Array(text.utf8))
      try draft.commit(synced: true)
    } catch {
      throw RegisterError("cannot write \(path): \(error.reason)")
    }
  }

  private static let draftEnding = ".new"

  /// Runs `change` while no other program can change the file.
  private func withLock<Result>(_ change: () throws -> Result) throws -> Result {
    // A lock on the file itself would be lost when the file is replaced.
    let lockPath = FilePath(bytes: path.bytes + Array(".lock".utf8))
    let lock: FileLock
    do throws(FileLock.Failure) {
      lock = try FileLock(path: lockPath.bytes)
    } catch {
      guard case .system(let error) = error else {
        throw RegisterError("cannot lock \(lockPath); try again")
      }
      throw RegisterError("cannot lock \(lockPath): \(error.reason)")
    }
    defer { withExtendedLifetime(lock) {} }
    return try change()
  }
}

/// Lists of zones, views and links that all servers of a record share.
public protocol SharedLists: Sendable {
  /// The text of a list, and whether it is, or once was, a text that this machine has; true for nil.
  func list(_ name: String, knows text: String?) throws -> (text: String, isKnown: Bool)

  /// Replaces a list with what `body` makes of its text, while no other machine changes it; returns the new text.
  ///
  /// From then on, the list knows the text that this machine had.
  func change(
    _ name: String, knows text: String?, _ body: (_ text: String, _ isKnown: Bool) throws -> String
  ) throws -> String
}

/// Why links, zones or views cannot be read or written.
public struct RegisterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file and what is wrong with it.
  public let description: String

  init(_ description: String) { self.description = description }
}
