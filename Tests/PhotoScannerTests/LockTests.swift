import Foundation
import PhotoFacts
import PhotoIndex
import Testing

@testable import PhotoScanner

/// Two scans of one index.
@Suite struct LockTests {
  private let index = FilePath(
    FileManager.default.temporaryDirectory.appendingPathComponent("lock-\(UUID().uuidString)").path)

  @Test func aSecondScanReportsTheHolderOfTheLock() throws {
    let first = try ScanLock(for: index)
    let error = #expect(throws: ScanError.self) { try ScanLock(for: index) }
    #expect(error?.code == .locked)
    #expect(error?.message.contains("\(getpid())") == true)
    withExtendedLifetime(first) {}
    try FileManager.default.removeItem(atPath: index.description + ".lock")
  }

  /// Closing a descriptor twice could close a file that another thread has opened meanwhile.
  @Test func oneThatFailsClosesNoDescriptorOfAnotherThread() async throws {
    let first = try ScanLock(for: index)
    async let othersKeptTheirs = Task.detached {
      (0..<40_000).allSatisfy { _ in
        let descriptor = unsafe open("/dev/null", O_RDONLY)
        return close(descriptor) == 0
      }
    }.value
    for _ in 0..<10_000 { #expect(throws: ScanError.self) { try ScanLock(for: index) } }
    #expect(await othersKeptTheirs)
    withExtendedLifetime(first) {}
    try FileManager.default.removeItem(atPath: index.description + ".lock")
  }

  /// As in a child process that is forked during the scan to decode a picture.
  @Test func aCopyOfItsDescriptorDoesNotKeepTheLockBeyondTheScan() throws {
    var first: ScanLock? = try ScanLock(for: index)
    let copies = try descriptors(of: index.description + ".lock").map { dup($0) }
    defer { copies.forEach { close($0) } }
    #expect(copies.count == 1)
    withExtendedLifetime(first) {}
    first = nil
    #expect(throws: Never.self) { try ScanLock(for: index) }
    try FileManager.default.removeItem(atPath: index.description + ".lock")
  }

  /// The descriptors of this process for a file.
  private func descriptors(of path: String) throws -> [Int32] {
    let manager = FileManager.default
    return try manager.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init).filter {
      (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }
  }
}
