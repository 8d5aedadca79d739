internal import Files
internal import Glibc
internal import Synchronization

/// The source of passwords: fixed ones, or a file that is read again when it changes.
public final class PasswordSource: Sendable {
  private let path: [UInt8]?
  private let log: (@Sendable (String) -> Void)?
  private let state: Mutex<State>

  private struct State {
    var passwords: Passwords
    /// Incremented with each change, which invalidates the cache of credentials.
    var generation = 0
    var stamp: FileStamp?
    var nextLook = 0
  }

  /// Makes a source of fixed passwords.
  public init(_ passwords: Passwords) {
    (path, log) = (nil, nil)
    state = Mutex(State(passwords: passwords))
  }

  /// The passwords of an htpasswd file.
  ///
  /// When the file changes it is read again. If it cannot be read, the former passwords stay valid, and
  /// `log` receives the reason.
  public init(file path: [UInt8], log: (@Sendable (String) -> Void)? = nil)
    throws(PasswordFileError)
  {
    self.path = path
    self.log = log
    let stamp = FileStamp(path)
    state = Mutex(State(passwords: try Self.read(path), stamp: stamp))
  }

  /// Reads the file again if it has changed; checks at most once a second unless `atOnce` is set.
  public func refresh(atOnce: Bool = false) {
    guard let path else { return }
    let message = state.withLock { state -> String? in
      let now = Clock.seconds()
      guard atOnce || now >= state.nextLook else { return nil }
      state.nextLook = now + 1
      let stamp = FileStamp(path)
      guard stamp != state.stamp || atOnce else { return nil }
      state.stamp = stamp
      do throws(PasswordFileError) {
        state.passwords = try Self.read(path)
        state.generation += 1
        return nil
      } catch {
        return "\(error); the former passwords are still valid"
      }
    }
    if let message { log?(message) }
  }

  /// The current passwords and their generation.
  public func current() -> (passwords: Passwords, generation: Int) {
    refresh()
    return state.withLock { ($0.passwords, $0.generation) }
  }

  private static func read(_ path: [UInt8]) throws(PasswordFileError) -> Passwords {
    let name = String(decoding: path, as: UTF8.self)
    let text: String
    do throws(SystemError) {
      let file = try OpenFile(path: path)
      guard file.count <= 1_048_576 else { throw SystemError(code: EFBIG) }
      text = String(decoding: try file.read(), as: UTF8.self)
    } catch {
      throw PasswordFileError("cannot read \(name): \(error)")
    }
    do throws(PasswordFileError) {
      return try Passwords(htpasswd: text)
    } catch {
      throw PasswordFileError("\(name): \(error)")
    }
  }
}

/// Identifies a state of a file.
public struct FileStamp: Equatable, Sendable {
  private let status: FileStatus

  /// The state of a file; nil if it does not exist.
  public init?(_ path: [UInt8]) {
    guard let status = FileStatus(path: path) else { return nil }
    self.status = status
  }

  /// Whether both states are the same.
  public static func == (one: FileStamp, other: FileStamp) -> Bool {
    one.status.hasSameContent(as: other.status)
  }
}

/// The monotonic clock.
enum Clock {
  static func seconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec
  }
}
