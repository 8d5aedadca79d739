internal import CMicroHTTPD
internal import CPhotoShims
internal import Glibc

/// A connection as libmicrohttpd knows it, during one request.
///
/// Unchecked: all but `resume` and `hasClientLeft` is called by the connection's own thread, and those
/// may be called by any. That the connection still exists then is seen to by the lock of the stream
/// that waits.
@safe struct LibraryConnection: @unchecked Sendable {
  let pointer: OpaquePointer

  /// The first and last part of the request line, in the library's memory.
  private let lineStart: UnsafePointer<CChar>
  private let version: UnsafePointer<CChar>

  init(_ pointer: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) {
    unsafe self.pointer = pointer
    unsafe lineStart = method
    unsafe self.version = version
  }

  /// The method as the client wrote it.
  var method: String { unsafe String(cString: lineStart) }

  /// Whether the client's HTTP is so old that an answer of unknown length ends with the connection.
  var isHTTP10: Bool { unsafe strcmp(version, "HTTP/1.0") == 0 }

  /// Whether the header is written exactly as HTTP wants it, so that no other program can have read it
  /// differently; to be asked before any content has been received.
  func headerIsWellFormed(targetCount: Int) -> Bool {
    unsafe photo_http_header_is_well_formed(pointer, lineStart, targetCount, version) == 1
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
