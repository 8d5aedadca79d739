public import GeoIndexClient
public import HTTPServer

/// Calls a service in the same process, with the HTTP policy of a server but without a socket.
public struct InProcessTransport: Transport {
  private let service: any Responder
  private let host: String

  /// Makes a transport to a service; `host` becomes the `Host` field.
  public init(_ service: any Responder, host: String = "localhost") {
    self.service = service
    self.host = host
  }

  /// Calls the service.
  public func send(_ request: GeoIndexClient.Request) async throws(Unreachable) -> Reply {
    let asked: ServerRequest
    do throws(Problem) {
      var headers: Headers = ["Host": host, "Accept": request.accept]
      if let content = request.content { headers.append("Content-Type", content.type) }
      asked = try ServerRequest(
        method: request.content == nil ? .get : .post, target: request.target, headers: headers,
        body: request.content?.bytes ?? [])
    } catch {
      throw Unreachable("\(request.target) is not a valid request: \(error.detail ?? error.title)")
    }
    var policy = HTTPPolicy()
    // The body is in memory already, so limiting its length protects nothing.
    policy.limits.body = .max
    let response = policy.process(asked, by: service)
    let body: [UInt8]
    switch response.body {
    case .empty: body = []
    case .bytes(let bytes): body = bytes
    case .file(let file):
      do { body = try file.read() } catch { throw Unreachable("the file cannot be read: \(error)") }
    case .stream: throw Unreachable("a streamed response needs a socket")
    }
    return Reply(status: response.status, type: response.headers["Content-Type"], body: body)
  }
}
