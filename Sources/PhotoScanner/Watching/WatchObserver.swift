public import PhotoFacts

/// Who is told what a `FolderWatcher` does, on its thread.
public protocol WatchObserver: Sendable {
  /// All of the folders, or one that has come back, are about to be scanned.
  func scanBegan()

  /// A scan has come so far; where it is to stop, the answer is false.
  func scanProgressed(_ progress: ScanProgress) -> Bool

  /// A scan has ended.
  func scanEnded(_ report: ScanReport)

  /// A scan could not be made; it will be tried again.
  func scanFailed(_ error: any Error)

  /// Directories in which something happened are about to be looked at.
  func refreshBegan()

  /// The index is in step again.
  func refreshEnded(_ report: ScanReport)

  /// There is something that a person should know.
  func noticed(_ remark: WatchRemark)
}

/// What a person should know of the watching.
public enum WatchRemark: Hashable, Sendable {
  /// A folder is not there any more; its photos are kept.
  case folderAway(FilePath)

  /// A folder may not be looked into; its photos are kept.
  case folderClosed(FilePath)

  /// It is back.
  case folderBack(FilePath)

  /// The kernel lets no more directories be watched; the others are looked at now and then.
  case watchLimit(directories: Int)

  /// Nobody tells of changes on this file system; it is looked at now and then.
  case polling(FilePath)

  /// More happened at once than the kernel keeps; all is scanned again.
  case overflow

  /// Something else is writing to the index; what has changed waits.
  case waiting(String)

  /// Something could not be read.
  case unreadable(FilePath, String)

  /// What has changed could not be written; it will be tried again.
  case failed(String)

  /// The remark in words.
  public var text: String {
    switch self {
    case .folderAway(let path):
      "\(path) is not there. Its photos stay in the index; it is scanned when it is back"
    case .folderClosed(let path):
      """
      \(path) may not be read by the user that this runs as. Its photos stay in the index; it is \
      scanned once it may be read
      """
    case .folderBack(let path): "\(path) is back"
    case .watchLimit(let directories):
      """
      the kernel watches no more than it does now (\(directories) folders of yours); the others are \
      looked at now and then. To have all of them watched: \
      sudo sysctl fs.inotify.max_user_watches=\(max(524_288, directories * 4))
      """
    case .polling(let path):
      "nobody tells of changes on the file system of \(path); it is looked at now and then"
    case .overflow: "more happened at once than the kernel keeps; all is scanned again"
    case .waiting(let reason): "waiting: \(reason)"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .failed(let reason): "\(reason); trying again"
    }
  }
}
