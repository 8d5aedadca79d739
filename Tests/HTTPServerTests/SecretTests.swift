import Foundation
import Testing

@testable import HTTPServer
import Signing

@Suite("Hashes and codes") struct SecretTests {
  /// From the examples of FIPS 180-4 and NIST's byte-oriented vectors.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func sha256IsThatOfTheStandard(text: String, hash: String) {
    #expect(hex(SHA256.hash(Array(text.utf8))) == hash)
  }

  @Test func aMillionLettersHashAsInTheStandard() {
    let hash = SHA256.hash(repeatElement(UInt8(ascii: "a"), count: 1_000_000))
    #expect(hex(hash) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func everyLengthHashesAsOpenSSLDoes() throws {
    let path = NSTemporaryDirectory() + "/hash-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    for count in [1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let expected = try output("/usr/bin/openssl", ["dgst", "-sha256", "-r", path]).prefix(64)
      #expect(hex(SHA256.hash(bytes)) == expected, "\(count) bytes")
    }
  }

  /// From RFC 4231.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func codesAreThoseOfTheStandard(key: [UInt8], text: String, code: String) {
    #expect(hex(SHA256.code(of: Array(text.utf8), key: key)) == code)
  }

  @Test func base64IsReadAsFoundationWritesIt() {
    for count in 0..<70 {
      let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ count) }
      let text = Data(plain).base64EncodedString()
      #expect(bytes(ofBase64: text.utf8) == plain)
      #expect(bytes(ofBase64: base64URL(plain).utf8) == plain)
    }
    for wrong in ["A", "QQ===", "Q!==", "QR==", "QUJDR"] {
      #expect(bytes(ofBase64: wrong.utf8) == nil, "\(wrong)")
    }
  }

  @Test func bytesAreEqualOnlyIfAllOfThemAre() {
    #expect(equalsInConstantTime([1, 2, 3], [1, 2, 3]))
    for other in [[1, 2], [1, 2, 4], [0, 2, 3], [1, 2, 3, 4], []] as [[UInt8]] {
      #expect(!equalsInConstantTime([1, 2, 3], other))
    }
  }

  private func hex(_ digest: SHA256.Digest) -> String {
    digest.bytes.map { String(format: "%02x", $0) }.joined()
  }
}

@Suite("A file of passwords") struct PasswordFileTests {
  private func hash(_ kind: String, _ password: String) throws -> String {
    try output("/usr/bin/openssl", ["passwd", kind, password])
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(arguments: ["-5", "-6"])
  func aUserSignsInWithTheHashedPassword(kind: String) throws {
    let file = "# family\n\nada:\(try hash(kind, "swordfish"))\r\nbo:\(try hash(kind, "péché"))\n"
    let passwords = try Passwords(htpasswd: file)
    #expect(passwords.admit(try offer("ada:swordfish")))
    #expect(passwords.admit(try offer("bo:péché")))
    for wrong in ["ada:", "ada:swordfis", "ada:swordfish ", "bo:swordfish", "eve:swordfish", ":"] {
      #expect(!passwords.admit(try offer(wrong)), "\(wrong)")
    }
  }

  @Test func bcryptIsRead() throws {
    // A published vector of bcrypt (John the Ripper's), with the prefix of htpasswd.
    let vector = "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
    let passwords = try Passwords(htpasswd: "ada:\(vector)\n")
    #expect(passwords.admit(try offer("ada:U*U")))
    #expect(!passwords.admit(try offer("ada:U*V")))
  }

  @Test(arguments: [
    ("ada:$apr1$abc$def", "MD5"), ("ada:{SHA}2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "SHA-1"),
    ("ada:swordfish", "plain"), ("ada", "':'"), (":x", "':'"), ("# no one\n", "no user"),
    ("ada:$2y$05$short", "damaged"),
  ])
  func unsafeEntriesAreRefusedWithAdvice(line: String, reason: String) {
    do {
      _ = try Passwords(htpasswd: line)
      Issue.record("\(line) was taken")
    } catch {
      #expect(error.description.contains(reason), "\(error)")
      #expect(error.description.contains("htpasswd -B") || reason == "':'", "\(error)")
    }
  }

  @Test func aFileThatChangesIsReadAgainAndABrokenOneIsNot() throws {
    let path = NSTemporaryDirectory() + "/passwords-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
    try write("ada:\(try hash("-5", "one"))\n")
    let lines = Counter()
    let source = try PasswordSource(file: Array(path.utf8)) { _ in lines.next() }
    #expect(source.current().passwords.admit(try offer("ada:one")))
    try write("ada:\(try hash("-5", "two"))\n")
    source.refresh(atOnce: true)
    let renewed = source.current()
    #expect(renewed.passwords.admit(try offer("ada:two")))
    #expect(!renewed.passwords.admit(try offer("ada:one")))
    #expect(renewed.generation > 0)
    try write("ada:plain\n")
    source.refresh(atOnce: true)
    #expect(source.current().passwords.admit(try offer("ada:two")))
    #expect(lines.value == 1)
    try FileManager.default.removeItem(atPath: path)
    source.refresh(atOnce: true)
    #expect(source.current().passwords.admit(try offer("ada:two")))
    #expect(lines.value == 2)
  }

  private func offer(_ text: String) throws -> Credentials {
    try #require(Credentials("Basic " + Data(text.utf8).base64EncodedString()))
  }
}
