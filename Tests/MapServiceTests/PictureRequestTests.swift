import Foundation
import HTTPServer
@testable import MapService
import Synchronization
import TestSupport
import Testing

/// The server of a machine gives others the bytes of one photo for one signature, and nothing else.
@Suite struct PictureRequestTests {
  private let machines: TwoMachines
  private let call: OtherMachines.Call

  init() throws {
    machines = try TwoMachines()
    _ = try machines.far.askAsOwner("/photos/1/original")
    call = try #require(machines.calls.withLock { $0.first })
  }

  private func ask(_ target: String, _ authorization: String, method: Method = .get) throws
    -> Answer
  {
    let request = try Request(
      method: method, target: target,
      headers: ["Host": "localhost", "Authorization": authorization])
    return Answer(HTTPPolicy().process(request, by: machines.near))
  }

  @Test func theSignedPictureIsSentWithAProofOfTheKey() throws {
    let answer = try ask(call.target, call.authorization)
    #expect(answer.status == 200)
    let proof = try #require(answer.headers["GeoIndex-Proof"])
    #expect(!call.authorization.contains(proof))
    #expect(answer.headers["Cache-Control"] == "no-store")
  }

  @Test(arguments: [
    "/", "/api", "/healthz", "/collections/photos/items", "/collections/photos/items/1", "/report",
    "/events",
    "/photos/2/original", "/photos/1/original?as=jpeg", "/photos/1/thumbnail?width=160",
    "/photos/1/thumbnail",
    "/photos/1/original?missing=empty", "/photos/01/original", "/photos/1/original/", "/scans",
    "/metrics",
    "/placements",
  ])
  func theSignatureOfAPictureOpensNothingElse(target: String) throws {
    let answer = try ask(target, call.authorization)
    #expect(answer.status == 403)
    #expect(answer.headers["GeoIndex-Proof"] == nil)
  }

  @Test(arguments: [Method.post, .put, .delete, .options, .patch])
  func itOpensNoOtherMethod(method: Method) throws {
    #expect(try ask(call.target, call.authorization, method: method).status == 403)
  }

  @Test func aMangledSignatureIsRefused() throws {
    let field = call.authorization
    for end in "GeoIndex-Picture ".count..<field.count {
      #expect(try ask(call.target, String(field.prefix(end))).status == 403)
    }
    let parts = field.dropFirst("GeoIndex-Picture ".count).split(separator: ".")
    for other in [
      "\(Int64.min).\(parts[1]).\(parts[2])", "\(Int64.max).\(parts[1]).\(parts[2])",
      "0.\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1]).", "..", "...", "x.y.z",
      "\(parts[0])..\(parts[2])", "\(parts[0]).\(parts[1]).\(parts[2]).",
    ] {
      #expect(try ask(call.target, "GeoIndex-Picture " + other).status == 403)
    }
  }

  @Test func anotherKeyOrAnotherMachineIsRefused() throws {
    machines.nearMachines.update(addresses: [:], key: [UInt8](repeating: 8, count: 32))
    #expect(try ask(call.target, call.authorization).status == 403)
    machines.nearMachines.update(addresses: [:], key: nil)
    #expect(try ask(call.target, call.authorization).status == 403)
    // An address that leads back to the asking server ends there: it is not the machine that was asked.
    machines.instead.withLock { instead in
      instead = { [weak machines] call in
        let far = try #require(machines).far.service
        let answer = Answer(
          HTTPPolicy().process(
            try Request(
              target: call.target,
              headers: ["Host": "localhost", "Authorization": call.authorization]), by: far))
        return OtherMachines.Reply(status: answer.status, field: "", body: answer.bytes)
      }
    }
    machines.calls.withLock { $0 = [] }
    #expect(try machines.far.askAsOwner("/photos/1/original").status == 503)
    #expect(machines.calls.withLock { $0.count } == 1)
  }

  @Test func aSignatureHoldsForFiveMinutes() throws {
    let version = String(call.authorization.split(separator: ".")[1])
    let now = Int64(WallClock.seconds())
    for (difference, status) in [(0, 200), (-290, 200), (290, 200), (-310, 403), (310, 403)] {
      let request = PictureRequest(machine: "one", id: 1, version: version, form: .original)
      let authorization = PictureAuthorization(
        request, key: TwoMachines.key, time: now + Int64(difference))
      #expect(try ask(call.target, authorization.field).status == status)
    }
  }

  @Test func aServerThatOnlyHasTheIndexDoesNotPassARequestOn() throws {
    let version = String(call.authorization.split(separator: ".")[1])
    let request = PictureRequest(machine: "two", id: 1, version: version, form: .original)
    let authorization = PictureAuthorization(
      request, key: TwoMachines.key, time: Int64(WallClock.seconds()))
    machines.calls.withLock { $0 = [] }
    let answer = HTTPPolicy().process(
      try Request(
        target: call.target, headers: ["Host": "localhost", "Authorization": authorization.field]),
      by: machines.far.service)
    #expect(answer.status == 404)
    #expect(machines.calls.withLock { $0.isEmpty })
  }

  @Test func aResponseWithoutTheProofIsNotShown() throws {
    for field in ["", "x", call.authorization] {
      machines.instead.withLock {
        $0 = { call in
          OtherMachines.Reply(
            status: call.range == nil ? 200 : 206, field: field,
            body: [UInt8](repeating: 1, count: call.range?.count ?? 9))
        }
      }
      let answer = try machines.far.askAsOwner("/photos/1/original")
      #expect(answer.status == 503)
      #expect(answer.text.contains("does not know the key"))
    }
  }

  @Test func thePasswordGuardLetsTheServiceVerifyTheSignature() throws {
    var options = AccessGuard.Options()
    options.isSigned = { MapService.isSigned($0) }
    let passwords = PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8)))
    let guarded = AccessGuard(passwords: passwords, options: options, inside: machines.near)
    func status(_ target: String, _ field: String) throws -> Int {
      let request = try Request(
        target: target, headers: ["Host": "localhost", "Authorization": field])
      return HTTPPolicy().process(request, by: guarded).status
    }
    #expect(try status(call.target, call.authorization) == 200)
    #expect(try status(call.target, "GeoIndex-Picture 1.2.3") == 403)
    #expect(try status("/collections/photos/items", call.authorization) == 403)
    #expect(try status(call.target, "") == 401)
  }
}
