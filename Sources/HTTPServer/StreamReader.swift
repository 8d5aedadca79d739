internal import CMicroHTTPD

/// Feeds a `BodyStream` to the library piece by piece.
///
/// It belongs to one connection, which belongs to one thread of libmicrohttpd.
final class StreamReader {
  private let stream: BodyStream
  private let connection: LibraryConnection
  private let traffic: Traffic
  private let log: (@Sendable (String) -> Void)?
  private var piece: [UInt8] = []
  private var sent = 0

  private init(
    _ stream: BodyStream, _ connection: LibraryConnection, _ traffic: Traffic,
    _ log: (@Sendable (String) -> Void)?
  ) {
    self.stream = stream
    self.connection = connection
    self.traffic = traffic
    self.log = log
    traffic.enter(stream)
  }

  static func response(
    _ stream: BodyStream, _ connection: LibraryConnection, _ traffic: Traffic,
    _ log: (@Sendable (String) -> Void)?
  ) -> OpaquePointer? {
    let reader = unsafe Unmanaged.passRetained(StreamReader(stream, connection, traffic, log))
    let unknown = UInt64.max  // MHD_SIZE_UNKNOWN, a cast Swift does not import
    // The library keeps a buffer of this size, which it does not use for chunks: most streams of unknown length are sent
    // in chunks, and there may be thousands of them.
    let buffer = stream.count == nil ? 4_096 : 65_536
    let response = unsafe MHD_create_response_from_callback(
      stream.count.map(UInt64.init) ?? unknown, buffer,
      { reader, _, target, room in
        guard let reader = unsafe reader, let target = unsafe target else { return -2 }
        return unsafe Unmanaged<StreamReader>.fromOpaque(reader).takeUnretainedValue()
          .read(into: UnsafeMutableRawBufferPointer(start: target, count: room))
      }, reader.toOpaque(),
      { reader in
        guard let reader = unsafe reader else { return }
        unsafe Unmanaged<StreamReader>.fromOpaque(reader).takeRetainedValue().leave()
      })
    if unsafe response == nil { unsafe reader.takeRetainedValue().leave() }
    return unsafe response
  }

  // The library's macros for these values are casts, which Swift does not import.
  private static let ended = -1
  private static let failed = -2

  private func leave() {
    traffic.leave(stream)
    stream.finish()
  }

  private func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    while sent == piece.count {
      do {
        switch try stream.next() {
        case .bytes(let bytes):
          piece = bytes
          sent = 0
        case .end:
          return end()
        case .wait:
          switch wait() {
          case .suspended: return 0
          case .askAgain: continue
          case .end: return end()
          }
        }
      } catch {
        log?("a response was cut short: \(error)")
        connection.hangUp()
        return Self.failed
      }
    }
    let count = min(target.count, piece.count - sent)
    unsafe piece.withUnsafeBytes { bytes in
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[sent..<(sent + count)]))
    }
    sent += count
    return count
  }

  /// Ends the response.
  ///
  /// Closes the connection if only that marks the end (HTTP/1.0), or if the stream is shorter than its length field.
  private func end() -> Int {
    if connection.isHTTP10 || stream.count != nil { connection.hangUp() }
    return Self.ended
  }

  private func wait() -> BodyStream.Waiting {
    let connection = connection
    return stream.wait(
      suspend: { connection.suspend() }, resume: { connection.resume() },
      absence: { connection.absenceOfClient })
  }
}
