import Foundation
import Geography
import GeoIndexClient
import GeoIndexURLSession
import Testing

@Suite struct AnswerTests {
  private func error<Answer>(_ endpoint: Endpoint<Answer>, _ reply: Reply) async -> ClientError? {
    do throws(ClientError) {
      _ = try await Client(StubTransport(reply)).send(endpoint)
      return nil
    } catch {
      return error
    }
  }

  @Test func anEndpointIsItsRequest() throws {
    var selection = Selection()
    selection[.datetime] = "2024-05-01/.."
    selection[.camera] = "A&B=1 ü"
    #expect(
      Endpoint<PhotoPage>.photos(selection, after: "x-1", limit: 5).request.target
        == "/collections/photos/items?datetime=2024-05-01%2F..&camera=A%26B%3D1%20%C3%BC&cursor=x-1&limit=5"
    )
    #expect(Endpoint<PhotoPage>.photos().request.target == "/collections/photos/items")
    #expect(
      Endpoint<PhotoPage>.clusterPhotos("../../x").request.target
        == "/collections/photos/clusters/..%2F..%2Fx/items")
    let tile = try #require(TileCoordinate(zoom: 3, x: 4, y: 2))
    #expect(Endpoint.mapTile(tile).request.target == "/tiles/photos/3/4/2.mvt")
    #expect(Endpoint.thumbnail(7, width: 160).request.headers["Accept"] == "image/jpeg")
  }

  @Test func theBodyIsPartOfTheRequest() throws {
    let one = Endpoint<LocatedFile>.locate([1, 2]).request
    #expect(one.target == "/locate")
    #expect(one.content?.bytes == [1, 2])
    #expect(one.content?.type == "application/octet-stream")
    #expect(Endpoint<Photo>.photo(1).request.content == nil)
    let files = [SentFile(name: "a\r\nb\\\"c", bytes: Array("--geoindex-000000000000".utf8))]
    let several = Endpoint<[LocatedFile]>.locate(files).request
    #expect(several == Endpoint<[LocatedFile]>.locate(files).request)
    #expect(several.content?.type == "multipart/form-data; boundary=geoindex-000000000001")
    #expect(
      String(decoding: several.content?.bytes ?? [], as: UTF8.self) == """
        --geoindex-000000000001\r
        Content-Disposition: form-data; name="photo"; filename="a  b\\\\\\"c"\r
        Content-Type: application/octet-stream\r
        \r
        --geoindex-000000000000\r
        --geoindex-000000000001--\r

        """)
  }

  @Test(arguments: [
    #"{"features":[]}"#, #"{"features":[{"type":"Feature","geometry":null,"properties":{}}]}"#,
    #"{"features":[{"type":"Feature","properties":{"reason":"no-gps"}}]}"#,
    #"{"features":[{"type":"Feature","geometry":{"coordinates":[0,91]},"properties":{}}]}"#,
    #"{"features":[{"type":"Feature","geometry":null,"properties":{"reason":"x"}},{}]}"#,
  ])
  func aResponseWithoutTheExpectedMembersIsRefused(text: String) async {
    let error = await error(
      Endpoint<LocatedFile>.locate([1]), Reply(status: 200, body: Array(text.utf8)))
    guard case .undecodable? = error else {
      Issue.record("\(text) was read")
      return
    }
  }

  @Test func anUnreachableServerDiffersFromARefusal() async throws {
    let silent = Client(StubTransport(unreachable: "no route"))
    await #expect(throws: ClientError.unreachable(Unreachable("no route"))) {
      try await silent.send(Endpoint<Photo>.photo(1))
    }
    let closed = Client(URLSessionTransport(try #require(URL(string: "http://127.0.0.1:1/"))))
    do throws(ClientError) {
      _ = try await closed.send(.photo(1))
      Issue.record("port 1 answered")
    } catch {
      guard case .unreachable(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.kind == .notConnected)
      #expect((reason.cause as? URLError)?.code == .cannotConnectToHost)
    }
  }

  @Test func anErrorStatusWithoutAProblemDocumentIsARefusal() async {
    let photo = Endpoint<Photo>.photo(1)
    let plain = Reply(
      status: 503, headers: ["Content-Type": "text/html", "retry-after": "7"],
      body: Array("<h1>Bad</h1>".utf8))
    #expect(await error(photo, plain) == .refused(Refusal(plain)))
    #expect(Refusal(plain).problem == nil)
    #expect(Refusal(plain).retryAfter == 7)
    let broken = Reply(
      status: 404, headers: ["Content-Type": "application/problem+json"], body: Array("{".utf8))
    #expect(await error(photo, broken) == .refused(Refusal(broken)))
    #expect(Refusal(broken).problem == nil)
    let reply = Reply(
      status: 404, headers: ["content-type": "application/problem+json; charset=utf-8"],
      body: Array(#"{"title":"Not Found","detail":"gone \u00fc\ud83d\udc0e"}"#.utf8))
    #expect(await error(photo, reply) == .refused(Refusal(reply)))
    #expect(Refusal(reply).problem?.title == "Not Found")
    #expect(Refusal(reply).problem?.detail == "gone ü🐎")
    #expect(ClientError.refused(Refusal(reply)).description.hasSuffix("status 404: gone ü🐎"))
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{}", #"{"features":{}}"#, #"{"features":[{}]}"#, #"{"features":[1]}"#,
    #"{"features":[]} x"#, #"{"features":[],"links":[{"rel":"next"}]}"#,
    #"{"features":[{"type":"Feature","id":1.5,"geometry":{"coordinates":[0,0]},"properties":{"path":"a"}}]}"#,
    #"{"features":[{"type":"Feature","id":1,"geometry":null,"properties":{"path":"a"}}]}"#,
    #"{"features":[{"type":"Feature","id":1,"geometry":{"coordinates":[0,91]},"properties":{"path":"a"}}]}"#,
    #"{"features":[],"x":nul}"#, #"{"features":[],"x":+1}"#, #"{"features":[],"x":"\ud83"}"#,
  ])
  func anUndecodableResponseIsInTheError(text: String) async {
    let body = Array(text.utf8)
    guard
      case .undecodable(_, let kept)? = await error(
        Endpoint<PhotoPage>.photos(), Reply(status: 200, body: body))
    else {
      Issue.record("\(text) was read")
      return
    }
    #expect(kept.body == body)
  }

  @Test func aDeeplyNestedResponseIsRefused() async {
    let body = Array(String(repeating: "[", count: 200_000).utf8)
    let error = await error(Endpoint<PhotoPage>.photos(), Reply(status: 200, body: body))
    guard case .undecodable(let reason, _)? = error else {
      Issue.record("it was read")
      return
    }
    #expect(reason.contains("deeply"))
  }

  @Test func aTruncatedResponseIsRefused() async {
    let whole =
      #"{"features":[{"type":"Feature","id":3,"geometry":{"type":"Point","coordinates":[2.5,-1e1]},"#
      + #""properties":{"path":"a\"\\b","lens":null,"size":12}}],"numberMatched":9}"#
    let body = Array(whole.utf8)
    #expect(await error(Endpoint<PhotoPage>.photos(), Reply(status: 200, body: body)) == nil)
    for count in 0..<body.count {
      let cut = Reply(status: 200, body: Array(body[..<count]))
      #expect(await error(Endpoint<PhotoPage>.photos(), cut) != nil, "cut at \(count)")
    }
  }
}
