import Foundation
import Notes
import PhotoExchange
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

/// A keyword that a person enters is a flat one or a hierarchy, wherever it is entered.
@Suite struct EnteredKeywordTests {
  private let noted: NotedLibrary

  init() throws {
    noted = try NotedLibrary.withTwoPhotos()
    try noted.edit(
      "located.jpg", "-all=", "-DateTimeOriginal=2020:01:01 01:07:30", "-XMP:Subject=AC/DC",
      "-XMP:Subject=DC", "-XMP:Subject=Beech", "-XMP:HierarchicalSubject=Trees|Beech")
    try noted.scan()
  }

  @Test func theCasesOfThePageHoldHereToo() throws {
    let path = SamplePhotos.package + "/Tests/Fixtures/keywords.json"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    for texts in try JSONDecoder().decode([[String]].self, from: data) {
      let keyword = EnteredKeyword(texts[0])
      #expect([keyword.property.name, keyword.name] == Array(texts[1...]), "\(texts[0])")
    }
  }

  @Test func anOrderMakesTheSameHierarchyFromEachOfItsLists() throws {
    for (list, name) in [("keywords", " Club / Summer"), ("keywordPaths", "Club/Summer")] {
      let change = #"{"photos":[1],"add":{"\#(list)":["\#(name)"]}}"#
      let order = try WordsOrder(Array(change.utf8))
      #expect(try noted.write("bare.jpg") { $0 = order.change(PhotoWords()) } > 0)
      let words = try noted.words(of: "bare.jpg")
      #expect(words.keywordPaths == ["Club/Summer"], "\(list)")
      #expect(words.keywords == ["Summer"], "\(list)")
      _ = try noted.write("bare.jpg") { $0.removed[.keywords] = ["Club/Summer"] }
      #expect(try noted.words(of: "bare.jpg").isEmpty, "\(list)")
    }
    _ = try noted.write("bare.jpg") { $0.added[.keywordPaths] = ["/Sea"] }
    #expect(try noted.words(of: "bare.jpg").keywordPaths == [])
    #expect(try noted.words(of: "bare.jpg").keywords == ["Sea"])
  }

  @Test func aFlatKeywordWithASlashStaysAsItsFileHasItUntilItIsRemoved() throws {
    let before = try noted.words(of: "located.jpg")
    #expect(before.keywords == ["AC/DC", "DC", "Beech"])
    #expect(before.keywordPaths == ["Trees/Beech"])
    _ = try noted.write("located.jpg") { $0.removed[.keywords] = ["AC/DC"] }
    #expect(try noted.words(of: "located.jpg").keywords == ["DC", "Beech"])
    // What the page sends to go back to the words of the file.
    _ = try noted.write("located.jpg") { $0.added[.keywords] = ["AC/DC"] }
    #expect(Set(try noted.words(of: "located.jpg").keywords) == Set(before.keywords))
    #expect(try noted.words(of: "located.jpg").keywordPaths == ["Trees/Beech"])
    _ = try noted.write("located.jpg") { $0.added[.keywords] = ["AC/DC"] }
    #expect(try noted.words(of: "located.jpg").keywords == ["DC", "Beech"])
    #expect(try noted.words(of: "located.jpg").keywordPaths == ["Trees/Beech", "AC/DC"])
  }

  private func rename(_ old: String, _ new: String) throws -> Act? {
    let order = WordsOrder(
      nil, WordsChange(), renaming: [.init(.keywords, from: old, to: new)])
    return try NotesWriter(noted.index()).write(order.photos, by: "ada", order.change)
  }

  @Test func aRenamingFindsFlatKeywordsAndHierarchiesByOneName() throws {
    _ = try noted.write("bare.jpg") { $0.added[.keywords] = ["AC/DC/1980", "Trees/Oak/Trees"] }
    #expect(try rename("AC/DC", "Music/AC-DC")?.photos == 2)
    #expect(try noted.words(of: "located.jpg").keywordPaths == ["Trees/Beech", "Music/AC-DC"])
    #expect(
      try noted.words(of: "bare.jpg").keywordPaths == ["Trees/Oak/Trees", "Music/AC-DC/1980"])
    #expect(try rename("Trees", "Plants")?.photos == 2)
    #expect(
      Set(try noted.words(of: "located.jpg").keywordPaths) == ["Plants/Beech", "Music/AC-DC"])
    #expect(
      Set(try noted.words(of: "bare.jpg").keywordPaths) == [
        "Plants/Oak/Plants", "Music/AC-DC/1980",
      ])
    #expect(try rename("Beech", "Nature/Beeches")?.photos == 1)
    let words = try noted.words(of: "located.jpg")
    #expect(Set(words.keywordPaths) == ["Nature/Beeches", "Music/AC-DC"])
    #expect(Set(words.keywords) == ["DC", "AC-DC", "Beeches"])
    #expect(try rename("Nature/Beeches", "Beech")?.photos == 1)
    #expect(Set(try noted.words(of: "located.jpg").keywords) == ["DC", "AC-DC", "Beech"])
    #expect(try rename("Acorn", "Oak") == nil)
  }
}
