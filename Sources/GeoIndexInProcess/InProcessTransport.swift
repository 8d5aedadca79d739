public import GeoIndexClient
public import HTTPServer
internal import MapService
internal import PhotoIndex
internal import PhotoFacts

/// Calls a service in the same process, with the HTTP policy of a server but without a socket.
public struct InProcessTransport: Transport {
  private let service: any Responder
  private let host: String

  /// Makes a transport to a service; `host` becomes the `Host` field.
  public init(_ service: any Responder, host: String = "localhost") {
    self.service = service
    self.host = host
  }

  /// Makes a transport to the library of an index file, which must exist; nothing is written to it.
  public init(library path: String) throws {
    self.init(MapService(index: try PhotoIndex(path: FilePath(path), access: .reading)))
  }

  /// Calls the service.
  public func send(_ request: GeoIndexClient.Request) async throws -> StreamedReply {
    guard let method = ServerMethod(rawValue: request.method.rawValue) else {
      throw Unreachable("the server does not know the method \(request.method.rawValue)")
    }
    let asked: ServerRequest
    do throws(Problem) {
      var headers: Headers = ["Host": host]
      for field in request.headers.all { headers.append(field.name, field.value) }
      if let content = request.content { headers.append("Content-Type", content.type) }
      asked = try ServerRequest(
        method: method, target: request.target, headers: headers,
        body: request.content?.bytes ?? [])
    } catch {
      throw Unreachable("\(request.target) is not a valid request: \(error.detail ?? error.title)")
    }
    var policy = HTTPPolicy()
    // The body is in memory already, so limiting its length protects nothing.
    policy.limits.body = .max
    let response = policy.process(asked, by: service)
    let body: ByteStream
    switch response.body {
    case _ where request.method == .head: body = ByteStream([])
    case .empty: body = ByteStream([])
    case .bytes(let bytes): body = ByteStream(bytes)
    case .file(let file):
      do {
        body = ByteStream(try file.read())
      } catch {
        throw Unreachable("the file cannot be read: \(error)", .interrupted, cause: error)
      }
    case .stream(let stream):
      let reading = Reading(stream)
      body = ByteStream { try await reading.next() }
    }
    return StreamedReply(
      status: response.status, headers: HeaderFields(response.headers.map { ($0.name, $0.value) }),
      body: body)
  }
}

/// Reads a stream, and ends it with the last reference to it.
private final class Reading: Sendable {
  private let stream: BodyStream

  init(_ stream: BodyStream) { self.stream = stream }

  deinit { stream.finish() }

  func next() async throws -> [UInt8]? {
    while true {
      switch try stream.next() {
      case .bytes(let bytes): return bytes
      case .end: return nil
      case .wait:
        guard await hasMore() else {
          try Task.checkCancellation()
          return nil
        }
      }
    }
  }

  /// Waits until the stream may have more; false at its end.
  private func hasMore() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        let state = stream.wait(
          suspend: {}, resume: { waiting.resume(returning: true) }, absence: { nil })
        switch state {
        case .suspended: break
        case .askAgain: waiting.resume(returning: true)
        case .end: waiting.resume(returning: false)
        }
      }
    } onCancel: {
      stream.close()
    }
  }
}
