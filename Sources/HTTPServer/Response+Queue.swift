internal import CMicroHTTPD
internal import CPhotoShims
internal import Glibc

extension Response {
  /// Passes the response to the library, for HEAD only its header; returns whether it was accepted.
  func queue(
    on connection: LibraryConnection, isHead: Bool, traffic: Traffic,
    log: (@Sendable (String) -> Void)?
  ) -> Bool {
    guard let response = unsafe makeLibraryResponse(connection, traffic, log) else { return false }
    // The connection keeps its own reference until the response is sent.
    defer { unsafe MHD_destroy_response(response) }
    if isHead, case .stream = body, body.count == nil {
      // If the length is unknown, 0.9.75 sends a last chunk even for responses without a body, which the client would take
      // for the start of the next response.
      unsafe photo_http_end_with_connection(response)
    }
    let allFieldsTaken = unsafe headers.forEachCString { name, value in
      unsafe MHD_add_response_header(response, name, value) == .YES
    }
    guard allFieldsTaken else { return false }
    return unsafe MHD_queue_response(connection.pointer, UInt32(clamping: status), response) == .YES
  }

  private func makeLibraryResponse(
    _ connection: LibraryConnection, _ traffic: Traffic, _ log: (@Sendable (String) -> Void)?
  ) -> OpaquePointer? {
    switch body {
    case .empty:
      return unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .bytes(let bytes):
      return unsafe RetainedBytes.response(bytes)
    case .file(let file):
      guard file.count > 0 else {
        return unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
      }
      if file.endsIfChanged {
        return unsafe StreamReader.response(file.checkedStream(), connection, traffic, log)
      }
      // The library closes the descriptor that it accepts.
      guard let copy = try? file.duplicateDescriptor() else { return nil }
      let response = unsafe MHD_create_response_from_fd_at_offset64(
        UInt64(file.count), copy, UInt64(file.offset))
      if unsafe response == nil { close(copy) }
      return unsafe response
    case .stream(let stream):
      return unsafe StreamReader.response(stream, connection, traffic, log)
    }
  }
}

/// Keeps bytes alive while the library sends them.
private final class RetainedBytes {
  private let bytes: [UInt8]

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func response(_ bytes: [UInt8]) -> OpaquePointer? {
    let held = unsafe Unmanaged.passRetained(RetainedBytes(bytes))
    // The elements of a native array are in its heap object, which does not move while it is referenced. It is never
    // changed, so the address stays valid until it is released.
    let address = unsafe bytes.withUnsafeBytes {
      unsafe UnsafeMutableRawPointer(mutating: $0.baseAddress)
    }
    let response = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
      bytes.count, address,
      { held in
        if let held = unsafe held { unsafe Unmanaged<RetainedBytes>.fromOpaque(held).release() }
      }, held.toOpaque())
    if unsafe response == nil { unsafe held.release() }
    return unsafe response
  }
}
