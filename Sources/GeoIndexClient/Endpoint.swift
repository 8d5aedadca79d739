internal import JSON
/// A request together with the parser of its response.
///
/// An endpoint is a value without a connection, so it can be made, compared and tested without a server.
public struct Endpoint<Response: Sendable>: Sendable {
  /// The request.
  public let request: Request

  private let read: @Sendable (Reply) throws(InputProblem) -> Response

  init(
    _ request: Request, read: @escaping @Sendable (Reply) throws(InputProblem) -> Response
  ) {
    self.request = request
    self.read = read
  }

  /// Parses a response.
  public func response(from reply: Reply) throws(ClientError) -> Response {
    guard (200...299).contains(reply.status) else {
      throw .refused(status: reply.status, problem: ProblemDetails(reply))
    }
    do throws(InputProblem) {
      return try read(reply)
    } catch {
      throw .undecodable(reason: error.reason, body: reply.body)
    }
  }
}

/// A client of a geoindex server.
public struct Client: Sendable {
  private let transport: any Transport

  /// Makes a client that sends requests through a transport.
  public init(_ transport: any Transport) { self.transport = transport }

  /// Sends a request and parses its response.
  public func send<Response>(_ endpoint: Endpoint<Response>) async throws(ClientError) -> Response {
    let reply: Reply
    do throws(Unreachable) {
      reply = try await transport.send(endpoint.request)
    } catch {
      throw .unreachable(error)
    }
    return try endpoint.response(from: reply)
  }
}
