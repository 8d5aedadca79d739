internal import BaseMaps
internal import Files
internal import Glibc
internal import PhotoIndex

/// What to do about errors whose messages do not say so.
enum NextStep {
  /// The next step after an error; nil if the messages of its kind name one themselves.
  static func after(_ error: any Error, saying message: String) -> String? {
    switch error {
    case let error as IndexError: after(error.code)
    case let error as BaseMapError: after(error.code)
    default: afterReason(endingIn: message)
    }
  }

  private static func after(_ code: IndexError.Code) -> String? {
    switch code {
    case .missing, .replaced, .tooOld: nil
    case .cannotOpen: "Check the path and its permissions, or give another index with --db."
    case .notAnIndex: "Give the index with --db, or a new file name for a new one."
    case .tooNew:
      "Use the newer program, or restore a backup from before the upgrade: geoindex restore"
    case .busy, .leased: "Try again when the other program has finished."
    case .overtaken: "Repeat the command."
    case .unreachable:
      "Start the database, check the address and the network, and repeat the command."
    case .diskFull: "Free some space, and repeat the command."
    case .notShown:
      "Do not repeat the command: the next scan or change of positions shows it."
    case .damaged:
      "Look at it with geoindex doctor. Restore a backup, or move it away and scan again."
    case .invalidRequest: "Correct the value; see: geoindex --help"
    case .tookTooLong:
      "Ask for a smaller box, a shorter time or a simpler filter; begin a path pattern with the name of a folder."
    case .failed: "Look for the cause with: geoindex doctor"
    }
  }

  private static func after(_ code: BaseMapError.Code) -> String {
    switch code {
    case .unreadable: "Check the path and its permissions."
    case .foreign: "Give a PMTiles or MBTiles file."
    case .damaged: "Download or make the file again."
    case .unsupported: "Convert it, for example with: pmtiles convert"
    }
  }

  /// The next step after a message that ends with the system's reason; nil for other messages.
  private static func afterReason(endingIn message: String) -> String? {
    guard message.lowercased().contains("cannot ") || message.contains("failed") else { return nil }
    let text = message.hasSuffix(".") ? message.dropLast() : Substring(message)
    let known = steps.first { text.hasSuffix(SystemError(code: $0.code).reason) }
    guard known != nil || text.contains(": ") else { return nil }
    return known?.step ?? "Look for the cause with: geoindex doctor"
  }

  private static let steps: [(code: CInt, step: String)] = [
    (ENOENT, "Check the path."),
    (ENOTDIR, "Check the path."),
    (EISDIR, "Name a file."),
    (EACCES, "Check the permissions."),
    (EPERM, "Check the permissions."),
    (EROFS, "Choose a folder that may be written to."),
    (ENOSPC, "Free some space, and repeat the command."),
    (EDQUOT, "Free some space, and repeat the command."),
    (EMFILE, "Allow more open files: ulimit -n"),
    (EIO, "Check the disk."),
    (EADDRNOTAVAIL, "Give an address of this machine with --host."),
  ]
}
