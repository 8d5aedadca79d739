internal import CMicroHTTPD
internal import CPhotoShims

/// The callbacks of libmicrohttpd; each calls the `Exchange` that is the context of the request.
enum DaemonCallbacks {
  static func table(owner: Daemon) -> photo_http_callbacks {
    unsafe photo_http_callbacks(
      owner: Unmanaged.passUnretained(owner).toOpaque(),
      began: { owner, target in
        guard let owner = unsafe owner else { return nil }
        let daemon = unsafe Unmanaged<Daemon>.fromOpaque(owner).takeUnretainedValue()
        let exchange = unsafe Exchange(daemon: daemon, target: target)
        return unsafe Unmanaged.passRetained(exchange).toOpaque()
      },
      received: { _, connection, method, version, content, count, context in
        guard let context = unsafe context, let connection = unsafe connection,
          let method = unsafe method, let version = unsafe version
        else { return 0 }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
        let piece = unsafe UnsafeRawBufferPointer(start: content, count: count?.pointee ?? 0)
        let goesOn = unsafe exchange.received(
          LibraryConnection(connection, method: method, version: version), content: piece)
        unsafe count?.pointee = 0
        return goesOn ? 1 : 0
      },
      completed: { _, context, sent in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Exchange>.fromOpaque(context).takeRetainedValue()
          .completed(wasSent: sent == 1)
      },
      connected: { owner, connection, descriptor in
        guard let owner = unsafe owner, let connection = unsafe connection else { return nil }
        let daemon = unsafe Unmanaged<Daemon>.fromOpaque(owner).takeUnretainedValue()
        daemon.meter?.opened()
        let watched = daemon.timeouts.opened(
          descriptor, from: unsafe PeerAddress(photo_http_peer(connection)))
        return unsafe Unmanaged.passRetained(watched).toOpaque()
      },
      disconnected: { owner, standing in
        guard let owner = unsafe owner, let standing = unsafe standing else { return }
        let daemon = unsafe Unmanaged<Daemon>.fromOpaque(owner).takeUnretainedValue()
        let connection = unsafe Unmanaged<WatchedConnection>.fromOpaque(standing)
          .takeRetainedValue()
        if connection.hasRefusedContent {
          daemon.unreadContent.discard(from: connection.descriptor)
        }
        daemon.meter?.closed()
        daemon.timeouts.closed(connection)
      })
  }
}
