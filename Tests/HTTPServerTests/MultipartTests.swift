import Foundation
import Testing

@testable import HTTPServer

@Suite("Multipart content") struct MultipartTests {
  private func parts(_ text: String, boundary: String = "XX", limits: Multipart.Limits = .init())
    throws -> [(Multipart.Part, String)]
  {
    let content = try SpooledContent(Array(text.utf8))
    return try Multipart(content, boundary: boundary, limits: limits).parts.map { part in
      let bytes = try content.read(at: part.range.lowerBound, count: part.range.count)
      return (part, String(decoding: bytes, as: UTF8.self))
    }
  }

  private func detail(_ text: String, limits: Multipart.Limits = .init()) -> (Int, String) {
    do {
      return (200, "\(try parts(text, limits: limits).count)")
    } catch let problem as Problem {
      return (problem.status, problem.detail ?? "")
    } catch {
      return (500, "\(error)")
    }
  }

  private let head = "Content-Disposition: form-data; name=\"p\"; filename=\"a.jpg\"\r\n\r\n"

  @Test("is found with any bytes in it")
  func whole() throws {
    let text =
      "preamble\r\n--XX \t\r\n\(head)one\r\n--XXX\r\n--X\r\n\r\n--XX\r\n"
      + "Content-Type: image/jpeg\r\ncontent-disposition:form-data; filename*=UTF-8''%C3%A9%2F;name=q\r\n\r\n"
      + "\r\n--XX\r\n\(head)\r\n--XX--\r\nepilogue\r\n--XX\r\n"
    let found = try parts(text)
    #expect(found.map(\.1) == ["one\r\n--XXX\r\n--X\r\n", "", ""])
    #expect(found.map(\.0.name) == ["p", "q", "p"])
    #expect(
      found.map { $0.0.filename.map { String(decoding: $0, as: UTF8.self) } } == [
        "a.jpg", "é/", "a.jpg",
      ])
  }

  @Test("has boundaries that may be split between two reads")
  func windows() throws {
    let body = "\r\n--X\r\n--XXX\r\n-\r\r\n--X"
    let bytes = Array("--XX\r\n\(head)\(body)\r\n--XX\r\n\(head)b\r\n--XX--".utf8)
    for length in 1...bytes.count {
      var walk = try MultipartWalk(
        count: bytes.count, boundary: Array("XX".utf8), limits: .init(), windowLength: length
      ) { Array(bytes[$0..<min($0 + $1, bytes.count)]) }
      let found = try walk.parts().map { String(decoding: bytes[$0.range], as: UTF8.self) }
      #expect(found == [body, "b"], "\(length)")
    }
  }

  @Test(
    "is refused with the reason",
    arguments: [
      ("", "not have the boundary"), ("hello", "not have the boundary"),
      ("--XX", "not have the boundary"),
      ("--XX\r", "not have the boundary"), ("--XX--", "no parts"),
      ("--XXx\r\n", "not have the boundary"),
      ("--XX\r\n", "within the header"), ("--XX\r\nA: b", "within the header"),
      ("--XX\r\n\r\nbody\r\n--XX--", "no Content-Disposition"),
      ("--XX\r\nA\r\n\r\nbody\r\n--XX--", "no colon"),
      ("--XX\r\nContent-Disposition: attachment\r\n\r\nbody\r\n--XX--", "no Content-Disposition"),
      ("--XX\r\nContent-Disposition: form-data\r\n\r\nbody", "ends within part 1"),
      ("--XX\r\nContent-Disposition: form-data\r\n\r\nbody\r\n--XX-", "ends within part 1"),
      (
        "--XX\r\nContent-Disposition: form-data\r\nContent-Disposition: form-data\r\n\r\n\r\n--XX--",
        "two Content-Disposition"
      ),
      (
        "--XX\r\nContent-Disposition: form-data\r\nContent-Transfer-Encoding: base64\r\n\r\n\r\n--XX--",
        "encoded"
      ),
    ])
  func refused(_ text: String, _ reason: String) {
    let (status, detail) = detail(text)
    #expect(status == 400, "\(detail)")
    #expect(detail.contains(reason), "\(detail)")
  }

  @Test("has no more parts, and no longer headers, than are allowed")
  func limits() {
    var limits = Multipart.Limits()
    (limits.parts, limits.header) = (3, 200)
    let part = "--XX\r\n\(head)x\r\n"
    #expect(detail(part + part + part + "--XX--", limits: limits).1 == "3")
    #expect(detail(part + part + part + part + "--XX--", limits: limits).0 == 413)
    let long = "--XX\r\nX: \(String(repeating: "y", count: 300))\r\n\(head)x\r\n--XX--"
    #expect(detail(long, limits: limits).1.contains("longer than 200"))
  }

  @Test("that is truncated never gives more than it has")
  func cut() throws {
    let whole = Array("--XX\r\n\(head)one\r\n--XX\r\n\(head)two\r\n--XX--\r\n".utf8)
    for end in 0..<(whole.count - 2) {
      let isWhole = end >= whole.count - 2
      let text = String(decoding: whole[..<end], as: UTF8.self)
      #expect(detail(text).0 == (isWhole ? 200 : 400), "\(end)")
    }
    #expect(detail(String(decoding: whole, as: UTF8.self)).1 == "2")
  }

  @Test(
    "names its boundary in one way",
    arguments: [
      ("multipart/form-data; boundary=abc", "abc"), ("MULTIPART/Form-Data;BOUNDARY=\"a b\"", "a b"),
      ("multipart/form-data; charset=utf-8; boundary=---x", "---x"), ("image/jpeg", nil),
      ("multipart/mixed; boundary=a", nil), ("", nil),
    ] as [(String, String?)])
  func boundary(_ type: String, _ boundary: String?) throws {
    #expect(try Multipart.boundary(ofContentType: type) == boundary)
  }

  @Test(
    "has no boundary that is empty, long or odd",
    arguments: [
      "multipart/form-data", "multipart/form-data; boundary", "multipart/form-data; boundary=",
      "multipart/form-data; boundary=\"a\u{1}\"", "multipart/form-data; boundary=\"a \"",
      "multipart/form-data; boundary=" + String(repeating: "a", count: 71),
    ])
  func noBoundary(_ type: String) {
    #expect(throws: Problem.self) { try Multipart.boundary(ofContentType: type) }
  }

  @Test("is sent as Python and curl send it")
  func names() {
    let field = FieldParameters(
      Array("form-data; name=\"a\\\"b\"; filename=\"C:\\x\\\\y.jpg\"".utf8))
    #expect(field["NAME"].map { String(decoding: $0, as: UTF8.self) } == "a\"b")
    #expect(field.filename.map { String(decoding: $0, as: UTF8.self) } == "C:\\x\\y.jpg")
    #expect(FieldParameters(Array("form-data; name=\"open".utf8))["name"] == Array("open".utf8))
  }
}
