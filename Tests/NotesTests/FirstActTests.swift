import Foundation
import Notes
import PhotoFacts
import TestSupport
import Testing

/// The file of notes is created by whichever program places the first photo.
@Suite struct FirstActTests {
  @Test func allActsAreKeptIfProgramsPlaceTheirFirstPhotosAtOnce() throws {
    for _ in 0..<5 {
      let library = try Library()
      let names = (0..<6).map { "\($0).jpg" }
      for name in names { try library.add(name) }
      let scan = try Program.run(["scan", "--quiet", library.root, "--db", library.database])
      #expect(scan.code == 0, "\(scan.messages)")
      let programs = try names.map { name in
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = [
          "place", library.file(name), "--at", "48,11", "--apply", "--quiet", "--db",
          library.database,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
      }
      for program in programs {
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
      }
      #expect(try ActStore(of: FilePath(library.database)).acts().count == names.count)
    }
  }

  @Test(arguments: [".notes", ".notes.new"])
  func theDraftOfAKilledProgramKeepsNothingFromBeingPlaced(name: String) throws {
    let library = try Library()
    try library.add("a.jpg")
    let scan = try Program.run(["scan", "--quiet", library.root, "--db", library.database])
    #expect(scan.code == 0, "\(scan.messages)")
    try Data().write(to: URL(fileURLWithPath: library.database + name))
    let place = try Program.run(
      ["place", library.file("a.jpg"), "--at", "48,11", "--apply", "--db", library.database])
    #expect(place.code == 0, "\(place.messages)")
    #expect(try ActStore(of: FilePath(library.database)).acts().count == 1)
  }
}
