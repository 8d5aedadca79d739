import HTTPServer
import Testing

/// The host of a request is unambiguous.
@Suite struct HostTests {
  private struct Greeting: Responder {
    func respond(to request: Request) throws -> EventualResponse { .now(Response(status: 204)) }
  }

  private func status(_ hosts: [String]) throws -> Int {
    var headers = Headers()
    for host in hosts { headers.append("Host", host) }
    let request = try Request(target: "/", headers: headers)
    return HTTPPolicy().process(request, by: Greeting()).status
  }

  @Test func aRequestThatNamesTwoHostsIsRefused() throws {
    #expect(try status(["localhost"]) == 204)
    #expect(try status(["localhost", "evil.example"]) == 400)
    #expect(try status(["evil.example", "localhost"]) == 400)
    #expect(try status(["localhost", "localhost"]) == 400)
  }
}
