import Files
import Foundation
import Synchronization
import Testing

@testable import HTTPServer

/// Holds a stream that a test wants to wake.
final class Holder: Sendable {
  let stream = Mutex<BodyStream?>(nil)
}

@Suite("The small values of HTTP") struct ValueTests {
  @Test("a date is written and read as the C library does", arguments: 0..<40)
  func dates(_ seed: Int) throws {
    let seconds = [0, 784_111_777, -1, 951_782_400, 4_102_444_799][seed % 5] + seed * 31_557_601
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let date = HTTPDate(secondsSince1970: seconds)
    let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
    #expect(date.description == text)
    #expect(HTTPDate(text) == date)
  }

  @Test(
    "a date in any other form is refused",
    arguments: [
      "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 0 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
    ])
  func noDates(_ text: String) { #expect(HTTPDate(text) == nil) }

  @Test("a compressor that cannot be set up frees its memory once")
  func failingCompressor() {
    let content = BodyStream { .end }
    for _ in 0..<100 { #expect(GzipStream.compressing(content, level: 99) == nil) }
    #expect(Gzip.shared.compress([1, 2, 3], level: 99) == nil)
  }

  @Test("fields are found whatever their case, and keep their order")
  func headers() {
    var headers: Headers = ["Accept": "a", "X-One": "1", "accept": "b"]
    #expect(headers["ACCEPT"] == "a")
    #expect(headers.values(of: "Accept") == ["a", "b"])
    #expect(headers.list(of: "accept") == "a, b")
    #expect(headers["X"] == nil)
    headers.set("Accept", to: "c")
    #expect(headers.map(\.name) == ["X-One", "Accept"])
    #expect(headers.map(\.value) == ["1", "c"])
    headers.appendToken("Origin", to: "Vary")
    headers.appendToken("Accept", to: "Vary")
    headers.appendToken("origin", to: "vary")
    #expect(headers["Vary"] == "Origin, Accept")
    headers.setDefault("X-One", to: "2")
    #expect(headers["X-One"] == "1")
    #expect(headers.count == 3)
  }

  @Test("a tag list is cut at quotation marks")
  func tags() {
    #expect(
      EntityTag.list("W/\"a,b\", \"c\" ,\"\"").map(\.description) == ["W/\"a,b\"", "\"c\"", "\"\""])
    #expect(EntityTag.list("a, b, \"").isEmpty)
    #expect(EntityTag(parsing: "\"a\"b\"") == nil)
  }

  @Test("a problem document holds any text")
  func document() throws {
    let detail = "quote \" backslash \\ newline \n tab \t nul \0 é \u{1F4F7}"
    let bytes = Problem(status: 418, title: "T\u{7}", detail: detail).document
    let read = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    #expect(read?["detail"] as? String == detail)
    #expect(read?["title"] as? String == "T\u{7}")
  }

  @Test("gzip gives back what went in", arguments: [0, 1, 1_000, 100_000, 3_000_000])
  func gzip(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let packed = try #require(Gzip.shared.compress(bytes, level: 3))
    #expect(try gunzip(packed) == bytes)
  }

  @Test(
    "opening anything but a regular file fails",
    arguments: ["/", "/dev/zero", "/nonexistent", "", "/etc\0/passwd"])
  func noFile(_ path: String) {
    #expect(throws: SystemError.self) { try OpenFile(path: path) }
  }
}
