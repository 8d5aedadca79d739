internal import HTTPServer
internal import PhotoIndex
internal import Synchronization

/// One client of `/events`.
final class EventListener: Sendable {
  private struct State {
    weak var stream: BodyStream?
    var pending = PendingEvents()

    /// The version that was sent last; nil before `hello`.
    var sentStamp: IndexStamp?
  }

  private let state = Mutex(State())

  /// Whether it also gets counts, scans and changes of views.
  private let seesAll: Bool

  init(seesAll: Bool) { self.seesAll = seesAll }

  /// The stream of its events; `left` is called when the client has disconnected.
  func makeStream(left: @escaping @Sendable () -> Void) -> BodyStream {
    let stream = BodyStream(finished: left) { [self] in next() }
    state.withLock { $0.stream = stream }
    return stream
  }

  /// Sends the current state; if `isBehind`, also that it has changed since the client's last event.
  func greet(_ hello: PendingEvents.Hello, located: Int?, isBehind: Bool) {
    state.withLock { state in
      state.pending.hello = hello
      state.sentStamp = hello.stamp
      // Changes from before the version was read are part of the state. Later ones are sent as changes.
      if let early = state.pending.changed, early.stamp != hello.stamp,
        !hello.stamp.isNewer(than: early.stamp)
      {
        state.sentStamp = early.stamp
      } else {
        state.pending.changed =
          isBehind ? PhotosChanged(stamp: hello.stamp, located: located, counts: nil) : nil
      }
    }
    wake()
  }

  /// Adds to the unsent events.
  func send(_ add: (inout PendingEvents) -> Void) {
    state.withLock { add(&$0.pending) }
    wake()
  }

  /// Adds that the index has changed, unless the client knows that version.
  func send(_ changed: PhotosChanged) {
    let isNew = state.withLock { state in
      guard state.sentStamp != changed.stamp else { return false }
      if state.sentStamp != nil { state.sentStamp = changed.stamp }
      state.pending.changed = changed.following(state.pending.changed)
      return true
    }
    if isNew { wake() }
  }

  /// Removes it if its client has disconnected.
  func endIfAbandoned() { state.withLock { $0.stream }?.endIfAbandoned() }

  private func wake() { state.withLock { $0.stream }?.wake() }

  private func next() -> BodyStream.Piece {
    state.withLock { state in
      guard state.sentStamp != nil else { return .wait }
      if !seesAll { state.pending.dropWhatOwnersSee() }
      let bytes = state.pending.take()
      return bytes.isEmpty ? .wait : .bytes(bytes)
    }
  }
}
