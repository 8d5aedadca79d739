import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Synchronization
import TestSupport
import Testing
import Thumbnails

/// Two servers of one record without sockets: `near` has the files, `far` only the index.
final class TwoMachines: Sendable {
  let library: Library
  let near: MapService
  let far: GuestDoor
  let farIndex: PhotoIndex

  /// The calls from far to near.
  let calls = Mutex<[OtherMachines.Call]>([])

  /// Answers in place of the near server.
  let instead = Mutex<OtherMachines.Carrier?>(nil)

  let nearMachines: OtherMachines
  let farMachines: OtherMachines

  private let folder: TemporaryDirectory

  static let key = [UInt8](repeating: 7, count: 32)

  init(
    _ photos: [String: String] = ["a.jpg": "2023-paris/eiffel-tower.jpg"], cached: Bool = false,
    padding: Int = 0
  ) throws {
    library = try Library()
    folder = try TemporaryDirectory()
    for (name, sample) in photos { try library.add(name, as: sample) }
    if padding > 0 {
      let first = try Data(contentsOf: URL(fileURLWithPath: library.file("a.jpg")))
      try library.write("a.jpg", first + Data(repeating: 3, count: padding))
    }
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    _ = try PhotoScanner(index: index).scan([FilePath(library.root)])
    nearMachines = OtherMachines(machine: "one") { _ in throw Unused() }
    nearMachines.update(addresses: [:], key: Self.key)
    var options = MapService.Options()
    options.machines = nearMachines
    near = MapService(index: index, options: options)
    // A follower names the folders of other machines.
    let copy = folder.file("far.sqlite")
    let outcome = try Program.run(
      "sqlite3",
      [
        library.database, "VACUUM INTO '\(copy)'", "ATTACH '\(copy)' AS far",
        "UPDATE far.root SET path = CAST('one:' || path AS TEXT)",
      ])
    #expect(outcome.code == 0, "\(outcome.messages)")
    farIndex = try PhotoIndex(path: FilePath(copy), access: .writing)
    let carry = Carry()
    farMachines = OtherMachines(machine: "two") { try carry.call($0) }
    farMachines.update(addresses: ["one": "http://one"], key: Self.key)
    options.machines = farMachines
    if cached {
      options.thumbnailCache = .init(folder: FilePath(folder.file("cache")), limit: 1 << 24)
    }
    far = try GuestDoor(farIndex, [:], options: options)
    carry.owner.withLock { $0 = WeakMachines(self) }
  }

  /// Sends a request to the near server.
  func askNear(_ target: String, _ fields: Headers) throws -> Answer {
    var fields = fields
    fields.set("Host", to: "localhost")
    return Answer(
      HTTPPolicy().process(try Request(target: target, headers: fields), by: near))
  }

  /// The response of the near server to a call.
  func carry(_ call: OtherMachines.Call) throws -> OtherMachines.Reply {
    calls.withLock { $0.append(call) }
    if let instead = instead.withLock({ $0 }) { return try instead(call) }
    return try reply(to: call)
  }

  func reply(to call: OtherMachines.Call) throws -> OtherMachines.Reply {
    var fields: Headers = ["Authorization": call.authorization]
    if let range = call.range {
      fields.set("Range", to: "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
    }
    let answer = try askNear(call.target, fields)
    guard answer.bytes.count <= call.limit else { throw Unused() }
    return OtherMachines.Reply(
      status: answer.status, field: answer.headers[call.wantedField] ?? "", body: answer.bytes)
  }

  struct Unused: Error {}
}

private final class WeakMachines: Sendable {
  private let find: @Sendable () -> TwoMachines?
  init(_ machines: TwoMachines) { find = { [weak machines] in machines } }
  var value: TwoMachines? { find() }
}

private final class Carry: Sendable {
  let owner = Mutex<WeakMachines?>(nil)

  func call(_ call: OtherMachines.Call) throws -> OtherMachines.Reply {
    guard let machines = owner.withLock({ $0?.value }) else { throw TwoMachines.Unused() }
    return try machines.carry(call)
  }
}
