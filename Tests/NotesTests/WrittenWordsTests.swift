import Foundation
import Geography
import Notes
import PhotoExchange
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// Words that people enter are merged with those of the file.
@Suite struct WrittenWordsTests {
  private let noted: NotedLibrary
  private var library: Library { noted.library }

  init() throws {
    noted = try NotedLibrary.withTwoPhotos()
    try noted.edit(
      "located.jpg", "-all=", "-DateTimeOriginal=2020:01:01 01:07:30", "-XMP:Title=Old",
      "-XMP:Subject=Sea", "-XMP:Subject=Beech",
      "-XMP:HierarchicalSubject=Trees|Beech")
    try noted.scan()
  }

  private func addedWinter() throws -> Int64 {
    try noted.write("located.jpg", "bare.jpg") { change in
      change.set[.title] = .text("First snow")
      change.set[.rating] = .integer(4)
      change.added[.keywords] = ["Winter", "Sea"]
      change.removed[.keywords] = ["Beech"]
      change.added[.people] = ["Ada"]
    }
  }

  @Test func wordsAreMergedUndoneAndOutliveTheIndex() throws {
    let before = try noted.words(of: "located.jpg")
    #expect(before.keywordPaths == ["Trees/Beech"])
    let act = try addedWinter()
    for step in ["at once", "after a scan", "after the loss of the index"] {
      let words = try noted.words(of: "located.jpg")
      #expect(words.title == "First snow", "\(step)")
      #expect(words.keywords == ["Sea", "Winter"], "\(step)")
      #expect(words.keywordPaths == [], "\(step)")
      #expect(words.people == ["Ada"], "\(step)")
      #expect(words.rating == 4, "\(step)")
      #expect(try noted.words(of: "bare.jpg").keywords == ["Winter", "Sea"], "\(step)")
      if step == "after a scan" { try noted.deleteIndex() }
      try noted.scan { $0.readsUnchanged = true }
    }
    #expect(try noted.undo(act, .place) == 0)
    #expect(try noted.undo(act, .words) == 2)
    #expect(try noted.words(of: "located.jpg") == before)
    #expect(try noted.words(of: "bare.jpg").isEmpty)
    #expect(try noted.index().read { try $0.ownWords(of: 1) == nil && $0.ownWords(of: 2) == nil })
    try noted.scan { $0.readsUnchanged = true }
    #expect(try noted.words(of: "located.jpg") == before)
  }

  @Test func aTextThatTheFileGetsAfterTheActIsNewer() throws {
    _ = try addedWinter()
    try noted.edit("located.jpg", "-XMP:Title=Newer", "-XMP:Subject+=Lake")
    try noted.scan()
    var words = try noted.words(of: "located.jpg")
    #expect(words.title == "Newer")
    #expect(words.rating == 4)
    #expect(Set(words.keywords) == ["Sea", "Lake", "Winter"])
    // A later act is newer again.
    try noted.write("located.jpg") { $0.set[.title] = .text("Newest") }
    words = try noted.words(of: "located.jpg")
    #expect(words.title == "Newest")
    try noted.write("located.jpg") { $0.set.updateValue(nil, forKey: .title) }
    #expect(try noted.words(of: "located.jpg").title == nil)
    try noted.scan { $0.readsUnchanged = true }
    #expect(try noted.words(of: "located.jpg").title == nil)
  }

  @Test func twoPeopleWhoWriteAtOnceLoseNothing() throws {
    let first = try noted.write("bare.jpg") { change in
      change.set[.caption] = .text("one")
      change.added[.keywords] = ["A"]
    }
    try noted.write("bare.jpg") { change in
      change.set[.caption] = .text("two")
      change.added[.keywords] = ["B"]
    }
    #expect(try noted.words(of: "bare.jpg").caption == "two")
    #expect(try noted.words(of: "bare.jpg").keywords == ["A", "B"])
    #expect(try noted.undo(first, .words) == 1)
    #expect(try noted.words(of: "bare.jpg").caption == "two")
    #expect(try noted.words(of: "bare.jpg").keywords == ["B"])
  }

  /// Another program writes the words of an act into the file, as sidecars do; then the act is undone.
  @Test func copiesInAFileDoNotOutliveTheirAct() throws {
    let act = try addedWinter()
    try noted.edit(
      "located.jpg", "-XMP:Title=First snow", "-XMP:Subject=Sea", "-XMP:Subject=Winter",
      "-XMP:HierarchicalSubject=", "-XMP:PersonInImage=Ada", "-XMP:Rating=4")
    try noted.scan()
    #expect(try noted.undo(act, .words) == 2)
    func expectOld(_ step: String) throws {
      let words = try noted.words(of: "located.jpg")
      #expect(words.title == "Old", "\(step)")
      #expect(Set(words.keywords) == ["Sea", "Beech"], "\(step)")
      #expect(words.keywordPaths == ["Trees/Beech"], "\(step)")
      #expect(words.people == [] && words.rating == nil, "\(step)")
    }
    try expectOld("at once")
    try noted.scan { $0.readsUnchanged = true }
    try expectOld("as long as the file says the same")
    // What the file says then is new.
    try noted.edit("located.jpg", "-XMP:Title=Hill")
    try noted.scan()
    #expect(try noted.words(of: "located.jpg").title == "Hill")
    #expect(try noted.words(of: "located.jpg").keywords.contains("Winter"))
  }

  /// A sidecar is written from an act, and no scan sees it before the act is undone.
  @Test(arguments: [false, true]) func copiesAreKnownFromTheMomentTheyAreWritten(isScanned: Bool)
    throws
  {
    let act = try addedWinter()
    let index = try noted.index()
    let all = try #require(try index.readActs { try $0.wordedPhotos($1) })
    let path = FilePath(library.file("located.jpg"))
    let worded = try #require(all.first { $0.photo.file == path })
    #expect(worded.isNoted)
    #expect(worded.properties == [.title, .keywords, .keywordPaths, .people, .rating])
    var file = PhotoWords()
    (file.title, file.keywords, file.keywordPaths) = ("Old", ["Sea", "Beech"], ["Trees/Beech"])
    let shown = worded.shown(over: file)
    #expect(shown == worded.photo.facts.words)
    try NotesWriter(index).keep(try #require(worded.owned(before: file, after: shown)))
    try noted.edit(
      "located.jpg", "-XMP:Title=First snow", "-XMP:Subject=Sea", "-XMP:Subject=Winter",
      "-XMP:HierarchicalSubject=", "-XMP:PersonInImage=Ada", "-XMP:Rating=4")
    if isScanned { try noted.scan() }
    #expect(try noted.words(of: "located.jpg") == shown)
    #expect(try noted.undo(act, .words) == 2)
    for _ in 0..<2 {
      let words = try noted.words(of: "located.jpg")
      #expect(words.title == "Old")
      #expect(Set(words.keywords) == ["Sea", "Beech"])
      #expect(words.keywordPaths == ["Trees/Beech"])
      #expect(words.people == [] && words.rating == nil)
      try noted.scan { $0.readsUnchanged = true }
    }
  }

  @Test func textsAreEnteredAsFilesKeepThem() throws {
    try noted.write("bare.jpg") { change in
      change.set[.title] = .text("  First snow ")
      change.set[.caption] = .text("\n one \n\n\ttwo\n")
      change.added[.keywords] = [" Winter"]
    }
    let words = try noted.words(of: "bare.jpg")
    #expect(words.title == "First snow")
    #expect(words.caption == "one\n\ntwo")
    #expect(words.keywords == ["Winter"])
  }

  @Test func wordsFollowAPhotoThatIsEditedAndMoved() throws {
    let act = try noted.write("located.jpg") { $0.added[.people] = ["Ada"] }
    try noted.put("located.jpg", at: NotedLibrary.location(12, 34))
    try noted.edit("located.jpg", "-XMP:Title=Edited")
    try noted.scan()
    try library.move("located.jpg", to: "sub/other.jpg")
    try noted.scan()
    let words = try noted.words(of: "sub/other.jpg")
    #expect(words.people == ["Ada"] && words.title == "Edited")
    #expect(try noted.latitude(of: "sub/other.jpg") == 12)
    #expect(try noted.undo(act, .words) == 1)
    #expect(try noted.words(of: "sub/other.jpg").people == [])
    #expect(try noted.latitude(of: "sub/other.jpg") == 12)
  }

  @Test func anImportChangesTheWordsBelowAnAct() throws {
    let act = try noted.write("located.jpg") { $0.added[.keywords] = ["Winter"] }
    let index = try noted.index()
    let line = """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"root":"\(library.root)",\
      "path":"located.jpg","title":"Stated","keywords":["Sea","Winter","Import"]}}
      """
    var rest = Array(line.utf8)
    _ = try PhotoImporter(index: index).run {
      defer { rest = [] }
      return rest
    }
    #expect(try noted.words(of: "located.jpg").keywords == ["Sea", "Winter", "Import"])
    #expect(try noted.undo(act, .words) == 1)
    #expect(try noted.words(of: "located.jpg").title == "Stated")
  }

  @Test func anImportShowsTheActOfAKilledProgramFirst() throws {
    try noted.write("located.jpg") { $0.set[.title] = .text("A") }
    let photo = try #require(try noted.photo("located.jpg"))
    var own = PhotoWords()
    own.title = "Old"
    var change = WordsChange()
    change.set[.title] = .text("B")
    // The notes are written, the index is not.
    let words = Note.Content.words(NotedWords(change, own: own))
    try ActStore(of: FilePath(library.database))
      .record([Note(photo: PhotoIdentity(photo), content: words)], by: "ada")
    var rest = Array(
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"path":"x"}}"#
        .utf8)
    _ = try PhotoImporter(index: noted.index()).run {
      defer { rest = [] }
      return rest
    }
    #expect(try noted.words(of: "located.jpg").title == "B")
  }

  @Test func namesAreChangedWhereverTheyAre() throws {
    try noted.write("bare.jpg") { $0.added[.keywordPaths] = ["Places/Sea/Baltic"] }
    #expect(try noted.words(of: "bare.jpg").keywords == ["Baltic"])
    let renamings: [WordsChange.Renaming] = [
      .init(.keywords, from: "Beech", to: "Oak"),
      .init(.keywordPaths, from: "Places/Sea", to: "Places/Ocean"),
    ]
    let order = WordsOrder(nil, WordsChange(), renaming: renamings)
    let act = try #require(
      try NotesWriter(noted.index()).write(order.photos, by: "ada", order.change))
    #expect(act.photos == 2 && act.kind == .words)
    let words = try noted.words(of: "located.jpg")
    #expect(Set(words.keywords) == ["Sea", "Oak"])
    #expect(words.keywordPaths == ["Trees/Oak"])
    #expect(try noted.words(of: "bare.jpg").keywordPaths == ["Places/Ocean/Baltic"])
    #expect(try noted.words(of: "bare.jpg").keywords == ["Baltic"])
    #expect(try NotesWriter(noted.index()).write(order.photos, by: "ada", order.change) == nil)
  }

  @Test func notesAboutWordsAreExportedAndImported() throws {
    _ = try addedWinter()
    let index = FilePath(library.database)
    var lines: [UInt8] = []
    var acts: [WholeAct] = []
    try ActStore(of: index).forEachAct { act in
      acts.append(act)
      lines += NotesLines.lines(of: act)
    }
    var rest = lines
    let read = try NotesLines.acts {
      defer { rest = [] }
      return rest
    }
    #expect(read == acts)
    #expect(
      String(decoding: lines, as: UTF8.self).contains(
        #""words":{"set":{"title":"First snow","rating":4},"add":{"keywords":["Winter","Sea"],"people":["Ada"]},"#
          + #""remove":{"keywords":["Beech"]}},"before":{"title":"Old","keywords":["Sea","Beech"]"#)
    )
    #expect(try NotesWriter(noted.index()).merge(read).acts == 0)
  }

  @Test func hostileWordsAreRefused() {
    var change = WordsChange()
    change.set[.title] = .text("a\u{7}b")
    #expect(change.problem == "title has a control character")
    change.set[.title] = .text(String(repeating: "a", count: 1_025))
    #expect(change.problem == "title is longer than 1024 bytes")
    change.set = [.caption: .text("one\ntwo")]
    #expect(change.problem == nil)
    change.set = [.rating: .integer(6)]
    #expect(change.problem == "rating is not from -1 to 5")
    change.set = [.rating: .text("5")]
    #expect(change.problem == "rating is not of its type")
    change.set = [:]
    change.added[.keywords] = [" "]
    #expect(change.problem == "a name in keywords is empty")
    change.added[.keywords] = (0...1_000).map { "\($0)" }
    #expect(change.problem == "keywords has more than 1000 names")
  }
}
