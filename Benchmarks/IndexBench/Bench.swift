import Foundation
import PhotoFacts
import PhotoIndex
import TestSupport

/// Measures the index against SQLite's R*Tree in one process and prints the times as JSON, which the Python scripts beside
/// this folder format as tables.
@main
enum Bench {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("IndexBench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    guard arguments.count == 3, let count = Int(arguments[2]), count >= 10_000 else {
      throw Failure(
        "usage: IndexBench load|grid|boxes|nearest|seeing|clusters|filters|filter-times|words|tiles|writing|requests|table|lines|hot|hot:<name>|places|answer|cliffs|cliffs:<world>|cliffs:<world>:<beginning of a question> <folder> <at least 10000 photos>"
      )
    }
    let databases = Databases(folder: arguments[1])
    // These commands do not need the synthetic photos.
    if arguments[0] == "places" {
      return try printJSON(PlaceLookups(databases, count: count).measure())
    }
    if arguments[0] == "answer" { return try AskedQuestions(databases).answerAll() }
    if arguments[0] == "filter-times" {
      return try printJSON(FilterQueries(library: nil, index: databases.openIndex()).measure())
    }
    if arguments[0].hasPrefix("cliffs") {
      let words = arguments[0].split(separator: ":").map(String.init)
      let worlds = LivedWorld.allCases.filter { words.count < 2 || words[1] == "\($0)" }
      let cliffs = Cliffs(databases, count: count, about: words.count > 2 ? words[2] : "")
      return try printJSON(worlds.flatMap { try cliffs.measure($0) })
    }
    if arguments[0] == "grid" {
      return try printJSON(
        LivedWorld.allCases.flatMap { try GridQueries(count: count).measure($0) })
    }
    let library = Library(count: count)
    switch arguments[0] {
    case "load": try printJSON(Loading(library, databases).measure())
    case "boxes": try printJSON(BoxQueries(library, databases).measure())
    case "nearest":
      try printJSON(NearestQueries(library: library, index: databases.openIndex()).measure())
    case "seeing": try printJSON(SeeingQueries(library, databases).measure())
    case "clusters":
      try printJSON(ClusterQueries(library: library, index: databases.openIndex()).measure())
    case "filters":
      try printJSON(FilterQueries(library: library, index: databases.openIndex()).measure())
    case "tiles":
      try printJSON(TileQueries(library: library, index: databases.openIndex()).measure())
    case "words": try printJSON(WordQueries(library, databases).measure())
    case "table": try PointsTable(library).write(to: databases.folder + "/points.csv")
    case "lines": try PhotoLines(library).write(to: .standardOutput)
    case "hot": try HotPaths(library, databases).prepare()
    case let name where name.hasPrefix("hot:"):
      try HotPaths(library, databases).run(String(name.dropFirst(4)))
    case "writing": try printJSON(WhileWriting(library, databases).measure())
    case "requests": try printJSON(RequestBoxes(library, databases).choose(count: 2_000))
    case let name: throw Failure("there is no benchmark called \(name)")
    }
  }

  private static func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

/// The paths of the databases.
struct Databases {
  let folder: String

  var index: String { folder + "/photos.sqlite" }
  var rtree: String { folder + "/rtree.sqlite" }
  /// The rows of the index without positions: the difference is the cost of the grid.
  var rowsOnly: String { folder + "/rows-only.sqlite" }

  func openIndex() throws -> PhotoIndex { try PhotoIndex(path: FilePath(index), access: .reading) }
}

extension Library {
  /// Positions to query: those of photos, because users look at places where they have been.
  func randomCentres(_ count: Int, seed: UInt64) -> [Photo] {
    var random = SeededRandom(seed: seed)
    return (0..<count).compactMap { _ in photos.randomElement(using: &random) }
  }
}
