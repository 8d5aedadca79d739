internal import Glibc
public import PhotoFacts
internal import Synchronization
internal import Threads

/// The folders whose file system has stopped answering this process, such as a share whose server is gone.
///
/// A thread that waits for such a file system cannot be cancelled. So it is left alone, another thread goes on, and no
/// further work is begun in the folder until all threads that waited there have returned. So their number is limited.
public final class HangingFolders: Sendable {
  /// Those of this process: the threads that wait belong to it.
  public static let shared = HangingFolders()

  /// How long a folder may deliver nothing before it is given up.
  public static let usualPatience = Duration.seconds(30)

  private let waits = Mutex<[FilePath: Wait]>([:])

  /// Whether the program is about to end.
  private let isEnding = Doorbell()

  private struct Wait {
    var since: Int
    var count = 0
  }

  init() {}

  /// The folders, and since when each hangs, in seconds since 1970.
  public var list: [(folder: FilePath, since: Int)] {
    waits.withLock { waits in
      waits.map { ($0.key, $0.value.since) }.sorted {
        $0.0.bytes.lexicographicallyPrecedes($1.0.bytes)
      }
    }
  }

  /// Whether a folder hangs, or one around it.
  public func contains(_ folder: FilePath) -> Bool {
    waits.withLock { waits in waits.keys.contains { folder.isInside($0) } }
  }

  /// Runs work that may wait for a folder for ever, on a thread of its own.
  ///
  /// Throws if the folder hangs already, or if the work does not return in time. Then its result is dropped.
  public func call<Value: Sendable>(
    _ folder: FilePath, within patience: Duration = usualPatience,
    _ work: @escaping @Sendable () -> Value
  ) throws(FolderHangs) -> Value {
    guard !contains(folder) else { throw FolderHangs(folder: folder, patience: nil) }
    let (place, returned) = (Place<Value>(), Doorbell())
    do throws(NoThread) {
      try SystemThread.start { [self] in
        if place.put(work()) { end(folder) }
        returned.ring()
      }
    } catch {
      return work()
    }
    wait(for: returned, within: patience)
    if let value = place.takeOrLeave(leaving: { begin(folder) }) { return value }
    throw FolderHangs(folder: folder, patience: patience)
  }

  /// Waits until a bell rings; not longer than a second from when the program is to end.
  private func wait(for bell: Doorbell, within patience: Duration) {
    var end = ContinuousClock.now + patience
    var mayEnd = false
    // A signal may end a wait early.
    while !bell.wait(
      ContinuousClock.now.duration(to: end), orFor: mayEnd ? -1 : isEnding.descriptor),
      ContinuousClock.now < end
    {
      guard !mayEnd, isEnding.hasRung else { continue }
      mayEnd = true
      end = min(end, .now + .seconds(1))
    }
  }

  /// Lets all calls return within a second, because the program ends.
  public func hurry() { isEnding.ring() }

  /// Records that threads were left waiting for a folder.
  func begin(_ folder: FilePath) {
    waits.withLock { $0[folder, default: Wait(since: Int(time(nil)))].count += 1 }
  }

  /// Records that the threads of one `begin` have returned.
  func end(_ folder: FilePath) {
    waits.withLock { waits in
      guard var wait = waits[folder] else { return }
      wait.count -= 1
      waits[folder] = wait.count > 0 ? wait : nil
    }
  }
}

/// An error: the file system of a folder does not answer.
public struct FolderHangs: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder.
  public let folder: FilePath

  /// How long it had delivered nothing; nil if it had not answered an earlier call either.
  let patience: Duration?

  /// What is wrong and what to do.
  public var description: String {
    let time = patience.map { " for \($0.components.seconds) s" } ?? ""
    return
      "its disk or share has not answered\(time). Its photos stay in the index. Look at the server or the cable; "
      + "to give up what waits for it: umount -f \(folder)"
  }
}

/// Passes a value to a thread that may have stopped waiting for it.
private final class Place<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case full(Value)
    case left
  }

  private let state = Mutex(State.empty)

  /// Stores the value; returns whether no caller waits for it any more.
  func put(_ value: Value) -> Bool {
    state.withLock { state in
      if case .left = state { return true }
      state = .full(value)
      return false
    }
  }

  /// The value; if there is none yet, calls `leaving` before `put` can return.
  func takeOrLeave(leaving: () -> Void) -> Value? {
    state.withLock { state in
      if case .full(let value) = state { return value }
      state = .left
      leaving()
      return nil
    }
  }
}
