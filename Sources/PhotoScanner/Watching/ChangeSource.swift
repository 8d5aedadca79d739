internal import Files
internal import PhotoFacts

/// A source of file system events: inotify, or a substitute in tests.
protocol ChangeSource: AnyObject {
  /// Becomes readable when events are pending.
  var descriptor: Int32 { get }

  /// Begins to watch a directory and returns the number of the watch.
  ///
  /// A directory that is watched already keeps its number.
  func watch(_ directory: FilePath) throws(SystemError) -> Int32

  /// Stops watching.
  func ignore(_ watch: Int32)

  /// The pending events.
  func changes() -> [DirectoryEvent]
}

/// One event in or of a watched directory.
struct DirectoryEvent: Hashable {
  enum Kind: Hashable {
    case created
    case written
    case closed
    case touched
    case movedAway
    case movedHere
    case deleted
    /// The directory itself was deleted or moved.
    case selfGone
    /// The file system of the directory was unmounted.
    case unmounted
    /// The watch has ended.
    case ignored
    /// The kernel's queue overflowed: any directory may have changed.
    case overflow
  }

  var watch: Int32
  var kind: Kind
  var isDirectory = false

  /// The affected entry; empty for the directory itself.
  var name: [UInt8] = []

  /// The same number for both ends of a move.
  var cookie: UInt32 = 0
}
