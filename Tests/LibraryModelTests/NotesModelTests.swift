import Foundation
import Testing

/// After any acts and any accidents, no note is lost, and the index equals the acts.
///
/// `scripts/test model SECONDS [SEED]` runs longer, `scripts/test model --rounds 1000` so many sequences.
@Suite(.serialized) struct NotesModelTests {
  private static let stepsPerStory = 120

  @Test(arguments: UInt64(301)...316)
  func theMapEqualsTheActs(seed: UInt64) throws { try tell(seed) }

  @Test(arguments: UInt64(401)...404)
  func theMapsOfTwoMachinesEqualTheActs(seed: UInt64) throws { try tell(seed, isShared: true) }

  @Test(.enabled(if: LibraryModelTests.asked != nil, "scripts/test model asks for it"))
  func theMapEqualsTheActsForAGivenTime() throws {
    let asked = try #require(LibraryModelTests.asked)
    try asked.forEachSeed { seed in
      try tell(seed)
      // A record needs a server, which makes a sequence slow.
      if asked.isTimed || seed % 10 == 0 { try tell(seed, isShared: true) }
    }
  }

  private func tell(_ seed: UInt64, isShared: Bool = false) throws {
    let model = try NotesModel(seed: seed, isShared: isShared)
    for step in 1...Self.stepsPerStory {
      do {
        try happen(model)
        try model.compareNotes()
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
    try model.scan()
  }

  private func happen(_ model: NotesModel) throws {
    switch Int.random(in: 0..<30, using: &model.random) {
    case 0...5:
      for _ in 0..<Int.random(in: 1...5, using: &model.random) { try model.changeFile() }
    case 6...11: try model.scan()
    case 12...16: try model.place()
    case 17...19: try model.undo()
    case 20: try model.scanInPart()
    case 21: try model.chance(3) ? model.scanAndKill() : model.reopen()
    case 22: try model.actAndKill()
    case 23, 24: try model.editThenMove()
    case 25...27: try model.write()
    case 28: try model.tellOfJourneys()
    default: try model.chance(2) ? model.deleteIndex() : model.reopen()
    }
  }
}
