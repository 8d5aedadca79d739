import Foundation
import Testing

/// After any changes to a library, its index gives the same results as a plain list.
///
/// `scripts/test model SECONDS [SEED]` runs longer, `scripts/test model --rounds 1000` so many sequences.
@Suite(.serialized) struct LibraryModelTests {
  private static let stepsPerStory = 150

  @Test(arguments: UInt64(101)...140)
  func anIndexFollowsItsLibrary(seed: UInt64) throws { try follow(seed) }

  @Test(.enabled(if: asked != nil, "scripts/test model asks for it"))
  func anIndexFollowsItsLibraryForAGivenTime() throws {
    try #require(Self.asked).forEachSeed { try follow($0) }
  }

  static var asked: AskedSequences? { AskedSequences() }

  private func follow(_ seed: UInt64) throws {
    let model = try LibraryModel(seed: seed)
    for step in 1...Self.stepsPerStory {
      do {
        try happen(model)
      } catch {
        Issue.record(
          """
          seed \(seed), step \(step): \(error)
          again with: scripts/test model 1 \(seed)
          what happened last:
            \(model.story.joined(separator: "\n  "))
          """)
        throw error
      }
    }
  }

  private func happen(_ model: LibraryModel) throws {
    switch Int.random(in: 0..<20, using: &model.random) {
    case 0...6:
      for _ in 0..<Int.random(in: 1...6, using: &model.random) { try model.change() }
    case 7...11: try model.scan()
    case 12: try model.scanInPart()
    case 13: try model.scanAndKill()
    case 14, 15: try model.importSomething()
    case 16: try model.reopen()
    default: for _ in 0..<5 { try model.ask() }
    }
  }
}

/// The number of random sequences that `scripts/test model` wants, from the environment.
struct AskedSequences {
  private let seconds: Double?
  private let rounds: Int?
  private let first: UInt64

  /// Nil if none are.
  init?() {
    let variables = ProcessInfo.processInfo.environment
    seconds = variables["GEOINDEX_MODEL_SECONDS"].flatMap(Double.init)
    rounds = variables["GEOINDEX_MODEL_ROUNDS"].flatMap(Int.init)
    first = variables["GEOINDEX_MODEL_SEED"].flatMap(UInt64.init) ?? 1
    if seconds == nil, rounds == nil { return nil }
  }

  /// Whether a time is given.
  var isTimed: Bool { seconds != nil }

  /// Calls a function with one seed after the other, until the time is over or all rounds were made.
  func forEachSeed(_ body: (UInt64) throws -> Void) rethrows {
    let end = seconds.map { ContinuousClock.now.advanced(by: .seconds($0)) }
    var round = 0
    repeat {
      print("seed \(first + UInt64(round))")
      try body(first + UInt64(round))
      round += 1
    } while rounds.map { round < $0 } ?? true && end.map { ContinuousClock.now < $0 } ?? true
  }
}
