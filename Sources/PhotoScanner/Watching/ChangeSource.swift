internal import Files
internal import PhotoFacts

/// What tells of changes in directories: the kernel, or what a test puts in its place.
protocol ChangeSource: AnyObject {
  /// Becomes readable when there is something to tell.
  var descriptor: Int32 { get }

  /// Begins to watch a directory, and answers the number its changes will have; a directory that is
  /// watched already keeps its number.
  func watch(_ directory: FilePath) throws(SystemError) -> Int32

  /// Stops watching.
  func ignore(_ watch: Int32)

  /// What has happened since the last time; nothing where nothing has.
  func changes() -> [DirectoryEvent]
}

/// One thing that happened in or to a directory that is watched.
struct DirectoryEvent: Hashable {
  enum Kind: Hashable {
    case created
    case written
    case closed
    case touched
    case movedAway
    case movedHere
    case deleted
    /// The directory itself has gone or has another place.
    case selfGone
    /// The file system it was on has been taken away.
    case unmounted
    /// Nothing more will be told of this directory.
    case ignored
    /// More has happened than could be kept: anything may have changed.
    case overflow
  }

  var watch: Int32
  var kind: Kind
  var isDirectory = false

  /// What it happened to; empty for the directory itself.
  var name: [UInt8] = []

  /// The same for the two ends of a move.
  var cookie: UInt32 = 0
}
