import Foundation
import HTTPServer
import PhotoIndex
import Synchronization
import TestSupport
import Testing
import Threads

@testable import MapService

/// The threads of connections never wait for other processes or machines.
@Suite struct PromptnessTests {
  @Test func noOperationWaitsForAWriterOfTheIndexOnTheThreadOfItsConnection() throws {
    let service = try Service()
    let (writes, mayEnd) = (Doorbell(), Doorbell())
    let index = service.index
    try SystemThread.start {
      try? index.write { _ in
        writes.ring()
        mayEnd.wait()
      }
    }
    defer { mayEnd.ring() }
    writes.wait()
    for route in service.service.routes {
      let target = route.pattern.replacing(#/\{[a-z]+\}/#) { _ in "1" }
      let acts = [
        "/placements": #"{"placements":[{"photo":1,"longitude":1,"latitude":2}]}"#,
        "/doubts": #"{"photos":[1],"accept":true}"#,
        "/words": #"{"photos":[1],"set":{"title":"A"}}"#,
        "/trips": #"{"make":{"from":"2024-05-01"}}"#,
        "/diary": #"{"day":"2024-05-01","text":"A"}"#,
      ]
      let view = route.method == .put ? #"{"filters":{"media":"image"}}"# : nil
      let act = route.method == .post ? acts[target] : view
      let body = act ?? ""
      var headers: Headers = ["Host": "localhost"]
      if act != nil { headers.append("Content-Type", "application/json") }
      let request = try Request(
        method: route.method, target: target, headers: headers, body: Array(body.utf8))
      let hasAnswered = Doorbell()
      try SystemThread.start {
        _ = try? service.service.respond(to: request)
        hasAnswered.ring()
      }
      #expect(hasAnswered.wait(.seconds(60)), "\(route.method) \(route.pattern)")
    }
  }

  /// Judging all photos takes a second for a million.
  @Test(arguments: [
    "doubt=any", "flight=false", "filter=NOT%20Doubted('any')", "view=odd",
  ])
  func photosAreJudgedOnTheThreadOfAConnectionOnlyIfTheyWereBefore(query: String) throws {
    let service = try Service()
    let view = try Request(
      method: .put, target: "/views/odd",
      headers: ["Host": "localhost", "Content-Type": "application/json"],
      body: Array(#"{"filters":{"doubt":"any"}}"#.utf8))
    #expect(try service.service.respond(to: view).response().status == 201)
    func respond(_ path: String) throws -> EventualResponse {
      let target = "/collections/photos/\(path)"
      return try service.service.respond(
        to: try Request(method: .get, target: target, headers: ["Host": "localhost"]))
    }
    guard case .now = try respond("clusters?bbox=0,0,1,1&zoom=3&media=image") else {
      Issue.record("other filters are answered at once")
      return
    }
    for isJudged in [false, true] {
      let response = try respond("clusters?bbox=0,0,1,1&zoom=3&\(query)")
      let isNow = if case .now = response { true } else { false }
      #expect(isNow == isJudged)
      #expect(try response.response().status == 200)
    }
  }

  /// A record at a revision that a clock and counters stand for.
  private final class Record: Sendable {
    struct State {
      var known: Int64 = 5
      var latest: Int64 = 5
      var visits = 0
      var now = ContinuousClock.now
      var isSilent = false
    }
    let state = Mutex(State())

    struct Silent: Error {}

    func changes() -> OwnChanges {
      OwnChanges(
        known: { self.state.withLock { $0.known } },
        follow: {
          try self.state.withLock { state in
            state.visits += 1
            if state.isSilent { throw Silent() }
            state.known = state.latest
          }
        },
        now: { self.state.withLock { $0.now } })
    }

    var visits: Int { state.withLock { $0.visits } }
  }

  private func ask(_ changes: OwnChanges, _ revision: String) throws {
    let request = try Request(
      target: "/", headers: ["Host": "x", "Cookie": "a=b; geoindex-revision=\(revision)"])
    _ = try changes.current(for: request) { .now(.text("")) }.response()
  }

  @Test func aRevisionThatTheRecordDoesNotHaveIsAskedForOnceASecond() throws {
    let record = Record()
    let changes = record.changes()
    for _ in 0..<50 { try ask(changes, "9223372036854775807") }
    for _ in 0..<50 { try ask(changes, "6") }
    #expect(record.visits == 1)
    record.state.withLock { $0.now += .milliseconds(1_001) }
    record.state.withLock { $0.latest = 7 }
    try ask(changes, "6")
    #expect(record.visits == 2)
    #expect(record.state.withLock { $0.known } == 7)
    try ask(changes, "7")
    #expect(record.visits == 2)
  }

  @Test func anotherRevisionIsFollowedAtOnceAfterTheRecordHadTheLast() throws {
    let record = Record()
    let changes = record.changes()
    for revision in Int64(6)...20 {
      record.state.withLock { $0.latest = revision }
      try ask(changes, String(revision))
      #expect(record.state.withLock { $0.known } == revision)
    }
    #expect(record.visits == 15)
  }

  @Test func aRecordThatDoesNotAnswerIsLeftAloneForFiveSeconds() throws {
    let record = Record()
    let changes = record.changes()
    record.state.withLock { $0.isSilent = true }
    for revision in 6..<20 { try ask(changes, String(revision)) }
    #expect(record.visits == 1)
    record.state.withLock { ($0.isSilent, $0.now) = (false, $0.now + .milliseconds(5_001)) }
    record.state.withLock { $0.latest = 6 }
    try ask(changes, "6")
    #expect(record.state.withLock { $0.known } == 6)
  }
}
