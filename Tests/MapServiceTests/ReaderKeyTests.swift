import HTTPServer
import People
import Testing

@testable import MapService

/// Whose an answer is, for the service worker of the page.
@Suite struct ReaderKeyTests {
  private static let field = "Geoindex-Reader"

  private func key(_ house: House, _ fields: Headers, _ target: String = "/me") throws -> String? {
    var fields = fields
    fields.set(Self.field, to: "?")
    return try house.send(.get, target, fields).headers[Self.field]
  }

  @Test func eachUserAndEachScopeHasAKeyOfItsOwn() throws {
    let house = try House([
      House.user("bob", .viewer, House.paris()), House.user("cleo", .viewer, House.paris()),
      House.user("dora", .owner),
    ])
    let names = ["bob", "cleo", "dora", "ada"]
    let keys = try names.map { name in
      try key(house, House.basic(name, name == "ada" ? "swordfish" : name))
    }
    #expect(keys.allSatisfy { $0 != nil })
    #expect(Set(keys).count == names.count)
    let bob = House.basic("bob", "bob")
    #expect(try key(house, bob, "/collections/photos/items") == keys[0])
    let everything = try House([House.user("bob", .viewer)])
    let withoutScope = try #require(try key(everything, bob))
    #expect(!keys.contains(withoutScope))
  }

  @Test func onlyRequestsThatAskForItGetIt() throws {
    let house = try House([House.user("bob", .viewer)])
    let answer = try house.send(.get, "/me", House.basic("bob", "bob"))
    #expect(answer.status == 200)
    #expect(answer.headers[Self.field] == nil)
  }

  @Test func refusalsHaveNone() throws {
    let house = try House([House.user("bob", .viewer)])
    let answer = try house.send(.get, "/me", [Self.field: "?"])
    #expect(answer.status == 401)
    #expect(answer.headers[Self.field] == nil)
  }

  @Test func aServerWithoutUsersHasOneReader() throws {
    let service = try Service(House.photos)
    let answer = try service.get("/collections/photos", [Self.field: "?"])
    #expect(answer.headers[Self.field] == "owner")
    #expect(try service.get("/collections/photos").headers[Self.field] == nil)
  }
}
