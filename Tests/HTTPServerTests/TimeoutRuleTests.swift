import Foundation
import Glibc
import Testing

@testable import HTTPServer

/// Which clients are too slow; the tests set the time, so they do not depend on the load of the machine.
@Suite struct TimeoutRuleTests {
  private let rules = ConnectionTimeouts.Rules(
    idleSeconds: 60, headerSeconds: 20, slowestRate: 512, window: 15)

  @Test func theFirstHeaderHasATimeLimit() throws {
    let pair = try ConnectedPair()
    let began = Clock.seconds()
    let connection = WatchedConnection(descriptor: pair.server, clientPrefix: nil)
    for second in 0..<20 {
      pair.client.send("X")
      #expect(!connection.isOverdue(now: began + second, rules))
    }
    // The clock may have advanced by a second while the connection was made.
    #expect(connection.isOverdue(now: began + 22, rules))
  }

  @Test func theNextHeaderHasTheTimeOfAnIdleConnection() throws {
    let pair = try ConnectedPair()
    let connection = WatchedConnection(descriptor: pair.server, clientPrefix: nil)
    connection.enter(.content)
    let began = Clock.seconds()
    connection.enter(.header)
    #expect(!connection.isOverdue(now: began + 60, rules))
    #expect(connection.isOverdue(now: began + 62, rules))
  }

  @Test(arguments: [(511, true), (512, false), (4_000, false)])
  func contentMustReachTheSlowestRate(bytesPerSecond: Int, isTooSlow: Bool) throws {
    let pair = try ConnectedPair()
    let connection = WatchedConnection(descriptor: pair.server, clientPrefix: nil)
    connection.enter(.content)
    #expect(!connection.isOverdue(now: 1_000, rules))
    pair.client.send([UInt8](repeating: 97, count: 15 * bytesPerSecond))
    #expect(!connection.isOverdue(now: 1_014, rules), "the window is not over")
    #expect(connection.isOverdue(now: 1_015, rules) == isTooSlow)
  }

  @Test func aLateCheckDisconnectsNoClient() throws {
    let pair = try ConnectedPair()
    let connection = WatchedConnection(descriptor: pair.server, clientPrefix: nil)
    connection.enter(.content)
    #expect(!connection.isOverdue(now: 1_000, rules))
    #expect(!connection.isOverdue(now: 1_031, rules))
    #expect(connection.isOverdue(now: 1_046, rules))
  }

  @Test func aClientThatWaitsForItsAnswerIsNotTooSlow() throws {
    let pair = try ConnectedPair()
    let connection = WatchedConnection(descriptor: pair.server, clientPrefix: nil)
    connection.enter(.answer)
    let began = Clock.seconds()
    for second in [15, 30, 45, 600] { #expect(!connection.isOverdue(now: began + second, rules)) }
  }

  @Test func aClientThatReadsNothingIsTooSlow() throws {
    let pair = try ConnectedPair()
    let connection = WatchedConnection(descriptor: pair.server, clientPrefix: nil)
    connection.enter(.answer)
    pair.fillServer()
    let began = Clock.seconds()
    #expect(!connection.isOverdue(now: began + 20, rules))
    #expect(connection.isOverdue(now: began + 35, rules))
  }
}

/// Both ends of a TCP connection.
private final class ConnectedPair {
  let client: RawConnection
  let server: CInt

  init() throws {
    let listening = try ListeningSocket(host: "127.0.0.1", port: 0)
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafeMutableBytes(of: &address) { bytes in
      unsafe bytes.withMemoryRebound(to: sockaddr.self) {
        unsafe getsockname(listening.descriptor, $0.baseAddress, &length)
      }
    }
    try #require(code == 0)
    client = try RawConnection(port: Int(UInt16(bigEndian: address.sin_port)))
    server = accept(listening.descriptor, nil, nil)
    try #require(server >= 0)
  }

  deinit { close(server) }

  /// Sends from the server until the buffers of both sockets are full.
  func fillServer() {
    let bytes = [UInt8](repeating: 120, count: 65_536)
    let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL)
    while unsafe send(server, bytes, bytes.count, flags) > 0 {}
  }
}
