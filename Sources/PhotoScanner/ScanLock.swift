internal import Files
internal import Glibc
public import PhotoFacts
internal import PhotoIndex

/// A lock that allows one scan or import of an index at a time, across processes.
public final class ScanLock: Sendable {
  private let lock: FileLock

  /// Takes the lock of an index; throws an error that names the holder when the timeout ends.
  public init(for index: FilePath, timeout: Duration = .zero) throws {
    let path = IndexLocation(index).beside(".lock")
    do throws(FileLock.Failure) {
      lock = try FileLock(path: path.bytes, timeout: timeout, note: Array("\(getpid())\n".utf8))
    } catch {
      switch error {
      case .system(let error):
        throw ScanError(.cannotLock, index, "cannot lock \(path): \(error.reason)")
      case .held(let note):
        throw ScanError(
          .locked, index,
          "another scan or import\(Self.process(note)) is writing to it; try again when it has finished"
        )
      }
    }
  }

  private static func process(_ note: [UInt8]) -> String {
    let digits = String(decoding: note, as: UTF8.self).prefix { $0.isNumber }
    return Int32(digits).map { " (process \($0))" } ?? ""
  }
}
