/// A question to the server: the request, and what its answer is read as.
///
/// An endpoint is a value. It knows nothing of how it is carried, so it can be made, compared and
/// tested without a server.
public struct Endpoint<Answer: Sendable>: Sendable {
  /// What is sent.
  public let request: Request

  private let read: @Sendable (Reply) throws(Misread) -> Answer

  init(
    _ request: Request, read: @escaping @Sendable (Reply) throws(Misread) -> Answer
  ) {
    self.request = request
    self.read = read
  }

  /// Reads what came back.
  public func answer(from reply: Reply) throws(ClientError) -> Answer {
    guard (200...299).contains(reply.status) else {
      throw .refused(status: reply.status, problem: ProblemDetails(reply))
    }
    do throws(Misread) {
      return try read(reply)
    } catch {
      throw .undecodable(reason: error.reason, body: reply.body)
    }
  }
}

/// Why an answer could not be read.
struct Misread: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Asks a server of photos.
public struct Client: Sendable {
  private let transport: any Transport

  /// Makes a client that asks through a transport.
  public init(_ transport: any Transport) { self.transport = transport }

  /// Asks, and reads the answer.
  public func send<Answer>(_ endpoint: Endpoint<Answer>) async throws(ClientError) -> Answer {
    let reply: Reply
    do throws(Unreachable) {
      reply = try await transport.send(endpoint.request)
    } catch {
      throw .unreachable(error)
    }
    return try endpoint.answer(from: reply)
  }
}
