internal import CPhotoShims
internal import Glibc
internal import Synchronization
internal import Threads

/// The thread that accepts connections and passes them to the daemon.
final class Listener: Sendable {
  let port: Int

  private let socket: ListeningSocket
  private let current: Mutex<Daemon>

  /// Rings at shutdown.
  private let ended = Doorbell()

  /// The thread, until it has been joined.
  private let thread = Mutex<SystemThread?>(nil)

  init(socket: consuming ListeningSocket, daemon: Daemon) throws(ServerError) {
    port = socket.port
    self.socket = socket
    current = Mutex(daemon)
    let created: SystemThread
    do {
      created = try SystemThread { [self] in run() }
    } catch {
      throw ServerError(.cannotStart, "\(error).")
    }
    thread.withLock { $0 = created }
  }

  /// Passes further connections to another daemon.
  func handOver(to daemon: Daemon) { current.withLock { $0 = daemon } }

  /// Stops accepting and joins the thread.
  func stop() {
    socket.shutDown()
    ended.ring()
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    running?.join()
  }

  private func run() {
    // A spare descriptor to close when there are no others: otherwise a connection that cannot be accepted would stay in
    // the queue, and this loop would spin.
    var spare = openSpare()
    while waitForConnection() {
      var address = sockaddr_storage()
      let accepted = accept(&address)
      if let connection = accepted {
        admit(connection, from: &address)
        continue
      }
      switch errno {
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        if spare >= 0 { close(spare) }
        if let connection = accept(&address) { close(connection) } else { poll(nil, 0, 50) }
        spare = openSpare()
      case EINVAL, EBADF:
        // The socket was shut down, so `accept` does not block.
        if spare >= 0 { close(spare) }
        return
      default:
        continue  // The client left before it was accepted, or a signal arrived.
      }
    }
    if spare >= 0 { close(spare) }
  }

  /// Blocks until a connection is pending; returns false on shutdown.
  private func waitForConnection() -> Bool {
    waitUntilCaughtUp()
    var awaited = [
      pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: ended.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while unsafe poll(&awaited, nfds_t(awaited.count), -1) < 0, errno == EINTR {}
    return awaited[1].revents == 0
  }

  /// Leaves new connections in the kernel's queue until the daemon's threads have processed the previous ones.
  ///
  /// Accepting them earlier would make them wait elsewhere, and would make the counts inaccurate.
  private func waitUntilCaughtUp() {
    while true {
      let timeouts = current.withLock { $0.timeouts }
      guard timeouts.isBehind else { return }
      // With a timeout, because another daemon may have taken over.
      timeouts.caughtUp.wait(.seconds(1), orFor: ended.descriptor)
      if ended.hasRung { return }
    }
  }

  private func openSpare() -> CInt { unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }

  private func accept(_ address: inout sockaddr_storage) -> CInt? {
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let connection = unsafe withUnsafeMutableBytes(of: &address) { bytes in
      unsafe photo_accept(
        socket.descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    return connection >= 0 ? connection : nil
  }

  private func admit(_ connection: CInt, from address: inout sockaddr_storage) {
    // A daemon that is taken out of service gets no connection once this lock is released.
    let isAdmitted = current.withLock { daemon in
      unsafe withUnsafeBytes(of: &address) { bytes in
        unsafe hand(connection, to: daemon, bytes)
      }
    }
    if !isAdmitted { turnAway(connection) }
  }

  private func hand(_ connection: CInt, to daemon: Daemon, _ bytes: UnsafeRawBufferPointer) -> Bool
  {
    let family = unsafe bytes.loadUnaligned(as: sa_family_t.self)
    let size =
      CInt(family) == AF_INET6
      ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    let address = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
    guard daemon.timeouts.admits(connection, from: unsafe PeerAddress(address)) else {
      return false
    }
    unsafe daemon.add(connection, from: address, size: socklen_t(size))
    return true
  }

  /// Sends 503 and closes the connection; if sending would block, only closes it.
  private func turnAway(_ connection: CInt) {
    let answer = current.withLock { $0.overloadedResponse }
    unsafe answer.withUnsafeBytes { bytes in
      _ = unsafe send(connection, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
    }
    shutdown(connection, CInt(SHUT_WR))
    // Unread bytes would turn the close into a reset, which can overtake the response.
    var discarded = [UInt8](repeating: 0, count: 4_096)
    _ = unsafe recv(connection, &discarded, discarded.count, CInt(MSG_DONTWAIT))
    close(connection)
  }
}
