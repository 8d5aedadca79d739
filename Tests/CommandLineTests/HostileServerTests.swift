import Foundation
import Glibc
import TestSupport
import Testing

/// `geoindex query --server` with broken and hostile servers.
@Suite struct HostileServerTests {
  private static let empty =
    #"{"type":"FeatureCollection","numberMatched":0,"numberReturned":0,"links":[],"features":[]}"#

  /// The output for a server that sends these bytes and closes the connection.
  private func ask(_ answer: String) throws -> Program.Outcome {
    let server = try OneAnswer(Array(answer.utf8))
    return try Program.run(["query", "--format", "ndjson", "--server", server.url])
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n\(empty)",
    "HTTP/1.0 200 OK\r\n\r\n\(empty)",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{\"type\r\n54;x=y\r\n\(empty.dropFirst(6))\r\n0\r\n\r\n",
  ])
  func aResponseIsReadForEachKindOfFraming(answer: String) throws {
    #expect(Self.empty.utf8.count == 90)
    let outcome = try ask(answer)
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.output.isEmpty, "\(outcome.messages)")
  }

  @Test(arguments: [
    "", "\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 OK\r\n\r\n", "HTTP/1.1 99 x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 91\r\n\r\n\(empty)",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n\(empty)",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n\(empty)",
    "HTTP/1.1 200 OK\r\nno field\r\n\r\n\(empty)",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n\(empty)",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n\(empty)",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\(empty)",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5a\r\n\(empty)\r\n",
    "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 200_000),
    "HTTP/1.1 200 OK\r\n\r\n<html>",
    "HTTP/1.1 200 OK\r\n\r\n{\"features\":[{}]}",
    "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n",
  ])
  func anInvalidResponseEndsWithOneSentence(answer: String) throws {
    let outcome = try ask(answer)
    #expect(outcome.code == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("geoindex: the "), "\(outcome.messages)")
  }

  @Test func aProblemDocumentIsPrintedWithoutControlCharacters() throws {
    let outcome = try ask(
      "HTTP/1.1 403 Forbidden\r\nContent-Type: application/problem+json\r\n\r\n"
        + #"{"title":"Forbidden","detail":"not\u001b[31m for you"}"#)
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("403: not\u{FFFD}[31m for you"))
  }
}

/// A server that sends one fixed response on one connection.
private final class OneAnswer {
  let url: String

  init(_ answer: [UInt8]) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe bind(listener, name, length) == 0 && listen(listener, 1) == 0
          && getsockname(listener, name, &length) == 0
      }
    }
    try #require(isBound)
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
    Thread.detachNewThread {
      let peer = accept(listener, nil, nil)
      var asked = [UInt8](repeating: 0, count: 4_096)
      _ = unsafe recv(peer, &asked, asked.count, 0)
      var rest = answer[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
          unsafe send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
      shutdown(peer, Int32(SHUT_WR))
      while unsafe recv(peer, &asked, asked.count, 0) > 0 {}
      close(peer)
      close(listener)
    }
  }
}
