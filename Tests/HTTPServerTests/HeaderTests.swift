import TestSupport
import Testing

@testable import HTTPServer

/// A simple implementation of header fields, without regard to speed.
private struct PlainHeaders {
  var fields: [(name: String, value: String)] = []

  static func isNamed(_ field: (name: String, value: String), _ name: String) -> Bool {
    field.name.lowercased() == name.lowercased()
  }

  mutating func remove(_ name: String) { fields.removeAll { Self.isNamed($0, name) } }

  mutating func setDefault(_ name: String, to value: String) {
    if !fields.contains(where: { Self.isNamed($0, name) }) { fields.append((name, value)) }
  }

  mutating func appendToken(_ token: String, to name: String) {
    let own = fields.indices.filter { Self.isNamed(fields[$0], name) }
    let tokens = own.flatMap { fields[$0].value.split(separator: ",") }
      .map { $0.filter { $0 != " " }.lowercased() }
    if tokens.contains(token.lowercased()) { return }
    guard let last = own.last else { return fields.append((name, token)) }
    fields[last].value += ", " + token
  }
}

@Suite("The fields of a header") struct HeaderTests {
  /// Names with the same length, first and last letter as others, or differing only in case.
  private static let names = [
    "Vary", "vary", "Very", "VarY", "Via", "Vsry", "Accept", "accept", "Abcdet", "Link", "Lank",
    "X-Content-Type-Options", "X-Content-Tipe-Options", "x-content-type-options", "A",
  ]

  @Test("agree with a plain list after random changes", arguments: 0..<60)
  func story(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var headers = seed % 2 == 0 ? Headers() : Headers.roomy
    var plain = PlainHeaders()
    for step in 0..<40 {
      let name = Self.names.randomElement(using: &random) ?? ""
      let value = ["", "v\(step)", "a, b", "Accept-Encoding"].randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        headers.append(name, value)
        plain.fields.append((name, value))
      case 1:
        headers.append(name, bytes: Array(value.utf8))
        plain.fields.append((name, value))
      case 2:
        headers.append(name, pieces: ["\"", value, "\""])
        plain.fields.append((name, "\"\(value)\""))
      case 3:
        headers.remove(name)
        plain.remove(name)
      case 4:
        headers.set(name, to: value)
        plain.remove(name)
        plain.fields.append((name, value))
      case 5:
        headers.setDefault(name, to: value)
        plain.setDefault(name, to: value)
      case 6:
        headers.appendToken("t\(step % 5)", to: name)
        plain.appendToken("t\(step % 5)", to: name)
      default:
        let block: Headers = [name: value, "Block": "\(step)"]
        headers.append(contentsOf: block)
        plain.fields += [(name, value), ("Block", "\(step)")]
      }
      check(headers, plain)
    }
  }

  private func check(_ headers: Headers, _ plain: PlainHeaders) {
    #expect(headers.map(\.name) == plain.fields.map(\.name))
    #expect(headers.map(\.value) == plain.fields.map(\.value))
    for name in Self.names {
      let own = plain.fields.filter { PlainHeaders.isNamed($0, name) }.map(\.value)
      #expect(headers[name] == own.first)
      #expect(headers.values(of: name) == own)
      #expect(headers.count(of: name) == own.count)
      #expect(headers.contains(name) == !own.isEmpty)
      #expect(headers.bytes(of: name).map { Array($0) } == own.first.map { Array($0.utf8) })
    }
    var listed: [String] = []
    let isWhole = unsafe headers.forEachCString { name, value in
      unsafe listed.append(String(cString: name) + ": " + String(cString: value))
      return true
    }
    #expect(isWhole)
    #expect(listed == plain.fields.map { "\($0.name): \($0.value)" })
  }

  @Test("no value can start another field, however it is added")
  func lineBreaks() {
    var headers = Headers()
    headers.append("A", bytes: Array("x\r\nB: y\0z".utf8))
    headers.append("C", pieces: ["x\n", "\ry"])
    #expect(headers["A"] == "x  B: y z")
    #expect(headers["C"] == "x  y")
  }

  @Test("common fields are added unless a response has its own, also after it was changed")
  func extraHeaders() throws {
    var policy = HTTPPolicy()
    policy.allowedHosts = ["*"]
    struct Silent: Responder {
      var headers = Headers()
      func respond(to request: Request) -> EventualResponse {
        .now(Response(status: 204, headers: headers))
      }
    }
    let request = try Request(target: "/")
    let usual = policy.process(request, by: Silent()).headers
    #expect(usual.map(\.name) == ["X-Content-Type-Options", "Referrer-Policy"])
    let own = policy.process(request, by: Silent(headers: ["referrer-policy": "origin"]))
      .headers
    #expect(own.values(of: "Referrer-Policy") == ["origin"])
    #expect(own.count == 2)
    policy.extraHeaders = [
      HeaderField(name: "X", value: "1"), HeaderField(name: "x", value: "2"),
    ]
    let changed = policy.process(request, by: Silent()).headers
    #expect(changed.count == 1)
    #expect(changed["X"] == "1")
  }
}
