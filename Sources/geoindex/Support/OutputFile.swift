internal import Files
internal import Glibc
internal import PhotoFacts

/// An output file that appears under its name when it is complete, and not at all after an error.
///
/// A pipe or device such as `/dev/null` is written to directly, because it must not be replaced by a file.
final class OutputFile {
  let output: Output
  let name: FilePath
  private let draft: FileDraft?

  /// The path of the draft, for programs that open files by name; nil for a pipe or device.
  var draftPath: [UInt8]? { draft?.draftPath }

  /// Opens a draft; if the name is a symbolic link, its target is replaced and keeps its permissions.
  init(_ name: FilePath) throws {
    self.name = name
    let there = FileStatus(path: name.bytes)
    guard there != nil || errno != ELOOP else { throw Self.failure(.last, name) }
    guard there?.kind != .directory else {
      throw OutputError(isClosed: false, reason: "\(name): it is a folder; name a file in it")
    }
    if Self.isSpecial(name) {
      draft = nil
      let descriptor = unsafe name.withCString { unsafe open($0, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw Self.failure(.last, name) }
      output = Output(descriptor: descriptor)
      return
    }
    do throws(SystemError) {
      let draft = try FileDraft(
        replacing: RealPath.future(name.bytes), ending: ".part\(getpid())",
        permissions: there?.permissions ?? 0o600)
      self.draft = draft
      output = Output(descriptor: draft.descriptor)
    } catch {
      throw Self.failure(error, name)
    }
  }

  /// Whether a path is a pipe, a device or a folder.
  static func isSpecial(_ path: FilePath) -> Bool {
    guard let kind = FileStatus(path: path.bytes)?.kind else { return false }
    return kind != .regular
  }

  /// Renames the draft to its final name.
  func finish() throws {
    do throws(SystemError) {
      try draft?.commit(synced: true)
    } catch {
      throw Self.failure(error, name)
    }
  }

  deinit { if draft == nil { close(output.descriptor) } }

  private static func failure(_ error: SystemError, _ path: FilePath) -> OutputError {
    OutputError(isClosed: false, reason: "\(path): \(error.reason)")
  }
}
