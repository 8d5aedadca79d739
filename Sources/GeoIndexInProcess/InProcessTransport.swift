public import GeoIndexClient
public import HTTPServer

/// Asks a service in the same program: straight to the router, with what HTTP asks of every answer,
/// and no socket.
public struct InProcessTransport: Transport {
  private let service: any Responder
  private let host: String

  /// Makes a transport to a service; `host` is the name it is asked under.
  public init(_ service: any Responder, host: String = "localhost") {
    self.service = service
    self.host = host
  }

  /// Asks.
  public func send(_ request: GeoIndexClient.Request) async throws(Unreachable) -> Reply {
    let asked: ServerRequest
    do throws(Problem) {
      var headers: Headers = ["Host": host, "Accept": request.accept]
      if let content = request.content { headers.append("Content-Type", content.type) }
      asked = try ServerRequest(
        method: request.content == nil ? .get : .post, target: request.target, headers: headers,
        body: request.content?.bytes ?? [])
    } catch {
      throw Unreachable("\(request.target) cannot be asked for: \(error.detail ?? error.title)")
    }
    var policy = HTTPPolicy()
    // What is sent is in memory already: there is nothing to be protected from its length.
    policy.limits.body = .max
    let response = policy.process(asked, by: service)
    let body: [UInt8]
    switch response.body {
    case .empty: body = []
    case .bytes(let bytes): body = bytes
    case .file(let file):
      do { body = try file.read() } catch { throw Unreachable("the file cannot be read: \(error)") }
    case .stream: throw Unreachable("the answer comes in pieces, which need a socket")
    }
    return Reply(status: response.status, type: response.headers["Content-Type"], body: body)
  }
}
