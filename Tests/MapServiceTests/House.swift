import Foundation
import HTTPServer
import People
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Sharing
import TestSupport
import Testing

@testable import MapService

/// A server of the sample photos with an owner of a password file and users beside the index.
struct House {
  let service: Service
  let accounts: UserAccounts
  let keeper: AccessGuard
  let users: UserRegister

  init(_ users: [User] = [], file: Bool = true, names: [String] = House.photos) throws {
    service = try Service(names)
    self.users = UserRegister(index: service.index.path)
    for user in users { #expect(try self.users.add(user)) }
    let owners =
      file ? PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8))) : nil
    accounts = try UserAccounts(file: owners, index: service.index)
    let check = PasswordCheck(accounts)
    var settings = MapService.Options()
    settings.signIn = MapService.SignIn(accounts, check)
    let inside = MapService(index: service.index, options: settings)
    var options = AccessGuard.Options()
    options.openPaths = [["healthz"], ["session"]]
    options.signInPage = { inside.signInPage(for: $0) }
    keeper = AccessGuard(check, options: options, inside: inside)
  }

  static let photos = [
    "2023-paris/eiffel-tower.jpg", "2021-egypt/pyramids.jpg", "2018-california/golden-gate.jpg",
    "2024-helsinki/camera-harbour.jpg",
  ]

  func send(
    _ method: Method = .get, _ target: String, _ fields: Headers = [:], body: String = ""
  ) throws -> Answer {
    var fields = fields
    fields.setDefault("Host", to: "localhost")
    let request = try Request(
      method: method, target: target, headers: fields, body: Array(body.utf8))
    return Answer(HTTPPolicy().process(request, by: keeper))
  }

  func signIn(_ name: String, _ password: String, _ fields: Headers = [:], more: String = "")
    throws -> Answer
  {
    var fields = fields
    fields.setDefault("Content-Type", to: "application/x-www-form-urlencoded")
    return try send(.post, "/session", fields, body: "name=\(name)&password=\(password)\(more)")
  }
}

extension House {
  static func basic(_ name: String, _ password: String) -> Headers {
    ["Authorization": "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()]
  }

  static func user(
    _ name: String, _ role: User.Role, _ parts: [UserScope.Part] = []
  ) throws -> User {
    try User(
      name: name, role: role, passwordHash: hashes[name], scope: UserScope(parts: parts))
  }

  /// The hashes of the names themselves, made once because they are slow.
  static let hashes: [String: String] = Dictionary(
    uniqueKeysWithValues: ["bob", "cleo", "dora"].map { name in
      (name, (try? PasswordHash(ofPassword: Array(name.utf8)).text) ?? "")
    })

  static func paris() throws -> [UserScope.Part] {
    [try UserScope.Part(.path, "2023-paris")]
  }

  static func cookie(_ answer: Answer) throws -> Headers {
    let field = try #require(answer.headers["Set-Cookie"])
    return ["Cookie": String(field.prefix { $0 != ";" })]
  }

  /// The fields of a request with JSON.
  static func sending(_ fields: Headers) -> Headers {
    var fields = fields
    fields.set("Content-Type", to: "application/json")
    return fields
  }
}
