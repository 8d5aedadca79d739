internal import HTTPServer
internal import PhotoIndex
internal import Synchronization

/// One client of `/events`.
final class EventListener: Sendable {
  private struct State {
    weak var stream: BodyStream?
    var untold = UntoldNews()

    /// The version that was sent last; nil before `hello`.
    var told: IndexStamp?
  }

  private let state = Mutex(State())

  /// The stream of its events; `left` is called when the client has gone.
  func makeStream(left: @escaping @Sendable () -> Void) -> BodyStream {
    let stream = BodyStream(finished: left) { [self] in next() }
    state.withLock { $0.stream = stream }
    return stream
  }

  /// Sends the current state; if `isBehind`, also that it has changed since the client's last event.
  func greet(_ hello: UntoldNews.Hello, located: Int?, isBehind: Bool) {
    state.withLock { state in
      state.untold.hello = hello
      state.told = hello.stamp
      // Changes from before the version was read are part of the state. Later ones are sent as news.
      if let early = state.untold.changed, early.stamp != hello.stamp,
        !hello.stamp.isNewer(than: early.stamp)
      {
        state.told = early.stamp
      } else {
        state.untold.changed =
          isBehind ? PhotosChanged(stamp: hello.stamp, located: located, counts: nil) : nil
      }
    }
    wake()
  }

  /// Adds to the unsent news.
  func tell(_ add: (inout UntoldNews) -> Void) {
    state.withLock { add(&$0.untold) }
    wake()
  }

  /// Adds that the index has changed, unless the client knows that version.
  func tell(_ changed: PhotosChanged) {
    let isNews = state.withLock { state in
      guard state.told != changed.stamp else { return false }
      if state.told != nil { state.told = changed.stamp }
      state.untold.changed = changed.following(state.untold.changed)
      return true
    }
    if isNews { wake() }
  }

  /// Removes it if its client has disconnected.
  func endIfAbandoned() { state.withLock { $0.stream }?.endIfAbandoned() }

  private func wake() { state.withLock { $0.stream }?.wake() }

  private func next() -> BodyStream.Piece {
    state.withLock { state in
      guard state.told != nil else { return .wait }
      let bytes = state.untold.take()
      return bytes.isEmpty ? .wait : .bytes(bytes)
    }
  }
}
