internal import CMicroHTTPD
internal import CPhotoShims

/// A connection as libmicrohttpd knows it, during one request.
///
/// Unchecked: all but `resume` and `hasClientLeft` is called by the connection's own thread, and those
/// may be called by any. That the connection still exists then is seen to by the lock of the stream
/// that waits.
@safe struct LibraryConnection: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Whether the client's HTTP is so old that an answer of unknown length ends with the connection.
  let isHTTP10: Bool

  init(_ pointer: OpaquePointer, isHTTP10: Bool) {
    unsafe self.pointer = pointer
    self.isHTTP10 = isHTTP10
  }

  var peer: PeerAddress? { unsafe PeerAddress(photo_http_peer(pointer)) }

  /// The client at the other end, for a look at whether it is still there.
  ///
  /// Good as long as the connection is suspended, or else on its own thread: until it ends its socket
  /// is its own.
  var client: Client { unsafe Client(socket: photo_http_socket(pointer)) }

  /// Who waits for an answer.
  struct Client: Sendable {
    fileprivate let socket: CInt

    /// Whether it has closed its end, as browsers do when an answer is not wanted any more.
    ///
    /// The library does not look at connections that are suspended. One that closes only the way to
    /// here is taken to have left too, as nginx does.
    var hasLeft: Bool { photo_socket_has_left(socket) == 1 }
  }

  /// What is known of the connection beyond this request.
  var watched: WatchedConnection? {
    guard let standing = unsafe photo_http_standing(pointer) else { return nil }
    return unsafe Unmanaged<WatchedConnection>.fromOpaque(standing).takeUnretainedValue()
  }

  func suspend() { unsafe MHD_suspend_connection(pointer) }

  func resume() { unsafe MHD_resume_connection(pointer) }

  /// Whether the client has closed its side: of a connection that is suspended the library asks
  /// nothing itself.
  var hasClientLeft: Bool { unsafe photo_http_has_left(pointer) == 1 }

  func hangUp() { unsafe photo_http_hang_up(pointer) }

  /// The first field of that name, for the few that are needed before the content has come.
  func field(_ name: String) -> String? {
    let value = unsafe MHD_lookup_connection_value(pointer, .HEADER_KIND, name)
    return unsafe value.map { unsafe String(cString: $0) }
  }

  /// All fields, copied out of the library's memory.
  var headers: Headers {
    var headers = Headers()
    headers.reserveCapacity(bytes: 512, fields: 16)
    unsafe withUnsafeMutablePointer(to: &headers) { fields in
      _ = unsafe MHD_get_connection_values_n(
        pointer, .HEADER_KIND,
        { fields, _, name, nameCount, value, valueCount in
          unsafe fields?.assumingMemoryBound(to: Headers.self).pointee.append(
            name: UnsafeRawBufferPointer(start: name, count: nameCount),
            value: UnsafeRawBufferPointer(start: value, count: valueCount))
          return .YES
        }, fields)
    }
    return headers
  }
}
