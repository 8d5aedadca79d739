import Foundation
import Glibc
import TestSupport
import Testing

@testable import HTTPServer

/// What clients still send after an early refusal is read, but not for ever and not for all.
@Suite struct UnreadContentTests {
  /// Hands one end of a connection over, as the library does before it closes its own descriptor.
  private func discarded(by unread: UnreadContent) -> CInt {
    var ends: [CInt] = [0, 0]
    _ = unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
    unread.discard(from: ends[0])
    close(ends[0])
    return ends[1]
  }

  private func isOpen(_ connection: CInt) -> Bool {
    unsafe send(connection, "x", 1, CInt(MSG_NOSIGNAL | MSG_DONTWAIT)) == 1 || errno == EAGAIN
  }

  @Test func onlySomeConnectionsAreReadAtOnce() {
    let unread = UnreadContent(threadLimit: 3, limit: .seconds(60))
    let connections = (0..<3).map { _ in discarded(by: unread) }
    #expect(connections.allSatisfy(isOpen))
    let another = discarded(by: unread)
    #expect(!isOpen(another))
    #expect(connections.allSatisfy(isOpen))
    // One that ends makes room.
    close(connections[0])
    #expect(
      eventually {
        let next = discarded(by: unread)
        defer { close(next) }
        return isOpen(next)
      })
    for connection in connections.dropFirst() + [another] { close(connection) }
  }

  @Test func aClientThatNeverStopsSendingIsCutOff() {
    let unread = UnreadContent(threadLimit: 1, limit: .milliseconds(50))
    let connection = discarded(by: unread)
    defer { close(connection) }
    #expect(eventually { !isOpen(connection) })
  }

  @Test func theUsualLimitsAreSixteenConnectionsAndFiveSeconds() {
    #expect(UnreadContent().threadLimit == 16)
    #expect(UnreadContent().limit == .seconds(5))
  }
}
