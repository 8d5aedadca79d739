internal import HTTPServer
internal import PhotoIndex
internal import PhotoScanner
internal import Synchronization
internal import Threads
internal import Query
internal import Sharing

/// Publishes changes of the index to all listeners, including changes by other programs.
///
/// While there are listeners, a thread checks the version of the index a few times per second. To notify a
/// listener, it stores the events and wakes the connection, so that no listener waits for another.
final class EventHub: Sendable {
  typealias Instant = ContinuousClock.Instant

  private static let checkInterval = Duration.milliseconds(250)
  private static let keepAliveInterval = Duration.seconds(15)

  /// How long a change by this server may take before it is published without counts.
  private static let ownChange = Duration.seconds(1)

  private struct State {
    var listeners: [ObjectIdentifier: EventListener] = [:]
    var isChecking = false

    /// The version that was last published; nil while there are no listeners.
    var stamp: IndexStamp?

    /// The revision of the saved views that was last published; nil while there are no listeners.
    var viewsRevision: Int64?

    /// The number of listeners that all of them have received; nil if the newest one may have received another.
    ///
    /// Its greeting counts clients whose disconnection is not noticed yet, such as the page that it replaces.
    var sentViewers: Int?

    var nextKeepAlive = Instant.now
    var quietUntil: Instant?
  }

  private let index: PhotoIndex
  private let bell = Doorbell()
  private let state = Mutex(State())

  private let views: ViewRegister

  init(index: PhotoIndex, views: ViewRegister) {
    self.index = index
    self.views = views
  }

  /// The number of listeners.
  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Adds a listener; `lastReceived` is the last version that the client has received.
  ///
  /// Adds it before the version is read, so that it receives all later changes.
  ///
  /// - Parameter seesAll: Whether it is an owner, who also gets counts, scans and changes of views.
  func listen(
    lastReceived: String?, seesAll: Bool, scan: @Sendable () -> ScanStatus?
  ) throws -> BodyStream {
    let listener = EventListener(seesAll: seesAll)
    let stream = listener.makeStream { [self] in leave(listener) }
    let viewers = state.withLock { state in
      state.listeners[ObjectIdentifier(listener)] = listener
      state.sentViewers = nil
      return state.listeners.count
    }
    // If this throws, the stream is released, and so the listener is removed.
    let (stamp, located) = try index.read { reader in
      (try reader.stamp(), try reader.count(PhotoFilter()))
    }
    // Views that cannot be read are reported by their own route.
    let revision = try? views.current().revision
    state.withLock { state in
      state.stamp = state.stamp ?? stamp
      state.viewsRevision = state.viewsRevision ?? revision
    }
    let hello = PendingEvents.Hello(stamp: stamp, viewers: viewers, scan: scan())
    listener.greet(
      hello, located: located, isBehind: lastReceived.map { $0 != stamp.text } ?? false)
    try beginChecking()
    return stream
  }

  private func leave(_ listener: EventListener) {
    _ = state.withLock { $0.listeners.removeValue(forKey: ObjectIdentifier(listener)) }
  }

  private func beginChecking() throws {
    let isFirst = state.withLock { state in
      defer { state.isChecking = true }
      if !state.isChecking { state.nextKeepAlive = .now + Self.keepAliveInterval }
      return !state.isChecking
    }
    guard isFirst else { return }
    do {
      try SystemThread.start { [weak self, bell] in
        repeat { bell.wait(Self.checkInterval) } while self?.checkAgain() ?? false
      }
    } catch {
      state.withLock { $0.isChecking = false }
      throw error
    }
  }

  /// One iteration of the thread; returns false if there are no listeners left.
  private func checkAgain() -> Bool {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.endIfAbandoned() }
    let now = Instant.now
    let (hasListeners, isQuiet, viewers, needsKeepAlive) = state.withLock { state in
      guard !state.listeners.isEmpty else {
        (state.isChecking, state.stamp, state.viewsRevision) = (false, nil, nil)
        return (false, true, nil as Int?, false)
      }
      let count = state.listeners.count
      defer { state.sentViewers = count }
      let needsKeepAlive = state.nextKeepAlive <= now
      if needsKeepAlive { state.nextKeepAlive = now + Self.keepAliveInterval }
      let isQuiet = state.quietUntil.map { $0 > now } ?? false
      return (true, isQuiet, count == state.sentViewers ? nil : count, needsKeepAlive)
    }
    guard hasListeners else { return false }
    if !isQuiet { notifyOfChange(nil) }
    notifyOfViews()
    if viewers != nil || needsKeepAlive {
      send { events in
        events.viewers = viewers ?? events.viewers
        events.needsKeepAlive = events.needsKeepAlive || needsKeepAlive
      }
    }
    return true
  }

  /// Notifies all listeners if the index has a new version.
  func notifyOfChange(_ counts: PhotosChanged.Counts?) {
    let (hasListeners, known) = state.withLock { (!$0.listeners.isEmpty, $0.stamp) }
    guard hasListeners else { return }
    // If the index cannot be read now, the next iteration retries. Requests report the problem.
    let found = try? index.read { reader in
      let stamp = try reader.stamp()
      return stamp == known ? nil : (stamp, try reader.count(PhotoFilter()))
    }
    guard let (stamp, located) = found else { return }
    let listeners = state.withLock { state -> [EventListener] in
      // Another thread may have published this version or a later one in the meantime.
      if let sent = state.stamp, sent == stamp || sent.isNewer(than: stamp) { return [] }
      state.stamp = stamp
      return Array(state.listeners.values)
    }
    let changed = PhotosChanged(stamp: stamp, located: located, counts: counts)
    for listener in listeners { listener.send(changed) }
  }

  /// Notifies all listeners if the saved views have changed.
  private func notifyOfViews() {
    guard let revision = try? views.current().revision else { return }
    let isNew = state.withLock { state in
      defer { state.viewsRevision = revision }
      return state.viewsRevision.map { $0 != revision } ?? false
    }
    if isNew { send { $0.haveViewsChanged = true } }
  }

  /// Starts a short change by this server, which is published when it ends.
  func changeBegan() { state.withLock { $0.quietUntil = .now + Self.ownChange } }

  func changeEnded(_ counts: PhotosChanged.Counts) {
    state.withLock { $0.quietUntil = nil }
    if !counts.isNothing { notifyOfChange(counts) }
  }

  /// Stores events for all listeners.
  func send(_ add: (inout PendingEvents) -> Void) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.send(add) }
  }
}
