internal import HTTPServer
internal import Rooms
internal import Synchronization
internal import Threads

/// What has happened in all rooms of a server, for `/metrics`.
final class RoomTally: Sendable {
  let messages = Atomic<Int>(0)

  /// Messages of members who sent too many.
  let refusedMessages = Atomic<Int>(0)

  /// Connections that were ended because their clients read too slowly.
  let slowClients = Atomic<Int>(0)
}

/// The open rooms of a server, and the thread that delivers what happens in them.
///
/// What happens within a few hundredths of a second is delivered together: that wakes each connection once.
final class RoomHub: Sendable {
  /// The time between two deliveries.
  private static let pause = Duration.milliseconds(40)

  /// The time after which a part of the rooms is tended; all of them are within a second, so that thousands of
  /// connections are not woken at once.
  private static let tendInterval = Duration.milliseconds(100)
  private static let parts = 10

  let limits: RoomLimits
  let tally = RoomTally()

  private let bell = Doorbell()
  private let never = Doorbell()
  private let state = Mutex(State())

  private struct State {
    var rooms: [String: LiveRoom] = [:]

    /// The ids of the rooms that are tended together.
    var byPart = Array(repeating: Set<String>(), count: RoomHub.parts)

    /// The ids of the rooms in which something has happened since the last delivery.
    var changed: Set<String> = []
    var isRunning = false
    var opened = 0
    var round = 0
    var nextTending = ContinuousClock.now
  }

  init(limits: RoomLimits = RoomLimits()) { self.limits = limits }

  /// The open room with an id.
  func room(_ id: String) throws(RoomError) -> LiveRoom {
    guard let room = state.withLock({ $0.rooms[id] }) else { throw .noRoom }
    return room
  }

  /// The open rooms, the newest first.
  var rooms: [Room] {
    state.withLock { Array($0.rooms.values) }.map(\.room)
      .sorted { $0.opened.instant > $1.opened.instant }
  }

  /// Opens a room.
  func open(_ room: Room) throws {
    let open = rooms
    let own = open.count { $0.isEmpty && $0.isCreator(room.creator) }
    guard open.count < limits.rooms, own < limits.emptyRooms else { throw RoomError.tooManyRooms }
    let live = LiveRoom(room, tally)
    state.withLock { state in
      state.rooms[room.id] = live
      state.byPart[state.opened % Self.parts].insert(room.id)
      state.opened += 1
    }
    do {
      try begin()
    } catch {
      remove(live)
      throw error
    }
  }

  /// Delivers what has happened in a room.
  func changed(_ room: LiveRoom) {
    let isFirst = state.withLock { state in
      defer { state.changed.insert(room.id) }
      return state.changed.isEmpty
    }
    if isFirst { bell.ring() }
  }

  /// Starts the thread, unless it is running.
  private func begin() throws {
    let isFirst = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst else { return }
    do {
      try SystemThread.start { [weak self, bell, never] in
        repeat {
          bell.wait(Self.tendInterval)
          guard let hub = self, hub.deliver() else { return }
          // Nothing rings it: more may happen meanwhile.
          never.wait(Self.pause)
        } while true
      }
    } catch {
      state.withLock { $0.isRunning = false }
      throw error
    }
  }

  /// One iteration of the thread; returns false if there are no rooms left.
  private func deliver() -> Bool {
    let changed = state.withLock { state in
      defer { state.changed = [] }
      return state.changed.compactMap { state.rooms[$0] }
    }
    for room in changed { room.wake() }
    tendIfDue()
    return state.withLock { state in
      state.isRunning = !state.rooms.isEmpty
      return state.isRunning
    }
  }

  private func tendIfDue() {
    let now = RoomMoment.now
    let (rooms, second) = state.withLock { state -> ([LiveRoom], Int) in
      guard state.nextTending <= now.instant else { return ([], 0) }
      state.nextTending = now.instant + Self.tendInterval
      state.round += 1
      let part = state.byPart[state.round % Self.parts]
      return (part.compactMap { state.rooms[$0] }, state.round / Self.parts)
    }
    for room in rooms where room.tend(second: second, now: now) {
      room.wake()
      if room.room.isClosed { remove(room) }
    }
  }

  /// Closes a room for all members.
  func close(_ room: LiveRoom) {
    room.close()
    remove(room)
    room.wake()
  }

  private func remove(_ room: LiveRoom) {
    state.withLock { state in
      state.rooms[room.id] = nil
      for part in state.byPart.indices { state.byPart[part].remove(room.id) }
    }
  }
}
