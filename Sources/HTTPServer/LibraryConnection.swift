internal import CMicroHTTPD
internal import CPhotoShims
internal import Glibc

/// A connection of libmicrohttpd during one request.
///
/// Unchecked: `resume` and `absenceOfClient` may be called from any thread, everything else only from the thread of the
/// connection. The lock of the waiting stream ensures that the connection still exists then.
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

  /// The method as sent.
  var method: String { unsafe String(cString: lineStart) }

  /// Whether the client uses HTTP/1.0, so that a response of unknown length ends with the connection.
  var isHTTP10: Bool { unsafe strcmp(version, "HTTP/1.0") == 0 }

  /// Whether the header is strictly valid, so that no other program can have parsed it differently.
  ///
  /// Must be called before any part of the body has been received.
  func headerIsWellFormed(targetCount: Int) -> Bool {
    unsafe photo_http_header_is_well_formed(pointer, lineStart, targetCount, version) == 1
  }

  var peer: PeerAddress? { unsafe PeerAddress(photo_http_peer(pointer)) }

  /// The client, to check whether it is still connected.
  ///
  /// Valid while the connection is suspended, or else on its own thread.
  var client: Client { unsafe Client(socket: photo_http_socket(pointer)) }

  /// A client that waits for a response.
  struct Client: Sendable {
    fileprivate let socket: CInt

    /// Whether the client has closed its end, as browsers do when a response is no longer needed.
    ///
    /// The library does not check suspended connections. A half-closed connection counts as closed, as in nginx.
    var hasLeft: Bool { photo_socket_has_left(socket) == 1 }
  }

  /// The state of the connection beyond this request.
  var watched: WatchedConnection? {
    guard let standing = unsafe photo_http_standing(pointer) else { return nil }
    return unsafe Unmanaged<WatchedConnection>.fromOpaque(standing).takeUnretainedValue()
  }

  func suspend() { unsafe MHD_suspend_connection(pointer) }

  func resume() { unsafe MHD_resume_connection(pointer) }

  /// For how long the client is gone, which has closed its end or acknowledges nothing; nil if it is there.
  ///
  /// The library does not check suspended connections.
  var absenceOfClient: Duration? {
    let milliseconds = unsafe photo_http_absence(pointer)
    return milliseconds < 0 ? nil : .milliseconds(Int(milliseconds))
  }

  func hangUp() { unsafe photo_http_hang_up(pointer) }

  /// All fields, copied from the library's memory.
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
