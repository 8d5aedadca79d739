public import PhotoFacts

/// Receives the progress of a `FolderWatcher`, on its thread.
public protocol WatchObserver: Sendable {
  /// All folders, or one that has come back, are about to be scanned.
  func scanBegan()

  /// A scan makes progress; return false to stop it.
  func scanProgressed(_ progress: ScanProgress) -> Bool

  /// A scan has finished.
  func scanEnded(_ report: ScanReport)

  /// A scan has failed; it will be retried.
  func scanFailed(_ error: any Error)

  /// Directories with changes are about to be refreshed.
  func refreshBegan()

  /// The refresh has finished; the index is up to date.
  func refreshEnded(_ report: ScanReport)

  /// So many changed directories and due folders wait to be scanned, or are being scanned.
  func backlogChanged(to count: Int)

  /// A condition has occurred that the user should know about.
  func noticed(_ remark: WatchRemark)
}

/// A condition that the user of a watcher should know about.
public enum WatchRemark: Hashable, Sendable {
  /// A folder is missing; its photos stay in the index.
  case folderMissing(FilePath)

  /// A folder may not be read; its photos stay in the index.
  case folderUnreadable(FilePath)

  /// The disk or share of a folder does not answer; its photos stay in the index.
  case folderHangs(FilePath)

  /// A missing folder is available again.
  case folderBack(FilePath)

  /// The limit of inotify watches is reached; the other folders are polled.
  case watchLimit(directories: Int)

  /// inotify misses changes on this file system, so the folder is polled.
  case polling(FilePath)

  /// The kernel's event queue overflowed; everything is scanned again.
  case overflow

  /// Another program is writing to the index; the changes wait.
  case waiting(String)

  /// A file or directory could not be read.
  case unreadable(FilePath, String)

  /// The changes could not be written; the watcher will retry.
  case failed(String)

  /// The message for the user.
  public var text: String {
    switch self {
    case .folderMissing(let path):
      "\(path) is missing. Its photos stay in the index; it is scanned when it is available again"
    case .folderUnreadable(let path):
      """
      no permission to read \(path). Its photos stay in the index; it is scanned once it can be read
      """
    case .folderHangs(let path):
      """
      the disk or share of \(path) does not answer. Its photos stay in the index; it is scanned when it \
      answers again. To give up what waits for it: umount -f \(path)
      """
    case .folderBack(let path): "\(path) is available again"
    case .watchLimit(let directories):
      """
      the limit of inotify watches is reached after \(directories) folders; the others are re-checked \
      periodically (--poll). To watch all of them: \
      sudo sysctl fs.inotify.max_user_watches=\(max(524_288, directories * 4))
      """
    case .polling(let path):
      "inotify misses changes on the file system of \(path); it is re-checked periodically (--poll)"
    case .overflow: "too many changes at once for inotify; all folders are scanned again"
    case .waiting(let reason): "waiting: \(reason)"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .failed(let reason): "\(reason); will retry"
    }
  }
}
