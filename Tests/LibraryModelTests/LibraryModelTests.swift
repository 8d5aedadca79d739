import Foundation
import Testing

/// After any changes to a library, its index gives the same results as a plain list.
///
/// `scripts/test model SECONDS [SEED]` runs longer.
@Suite(.serialized) struct LibraryModelTests {
  private static let stepsPerStory = 150

  @Test(arguments: UInt64(101)...140)
  func anIndexFollowsItsLibrary(seed: UInt64) throws { try follow(seed) }

  @Test(.enabled(if: asked != nil, "scripts/test model asks for it"))
  func anIndexFollowsItsLibraryForAGivenTime() throws {
    let (seconds, first) = try #require(Self.asked)
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .seconds(seconds))
    var seed = first
    repeat {
      print("seed \(seed)")
      try follow(seed)
      seed += 1
    } while clock.now < end
  }

  /// The duration and the first seed, from the environment.
  static var asked: (seconds: Double, seed: UInt64)? {
    let variables = ProcessInfo.processInfo.environment
    guard let seconds = variables["GEOINDEX_MODEL_SECONDS"].flatMap(Double.init) else { return nil }
    return (seconds, variables["GEOINDEX_MODEL_SEED"].flatMap(UInt64.init) ?? 1)
  }

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
