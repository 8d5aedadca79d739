import Notes
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// A scan that ends after it has stored a new file, and before it has found where all photos are.
@Suite struct KilledScanTests {
  /// How a scan ends between two folders.
  enum End: CaseIterable { case killed, interrupted }

  /// What is run before the next scan.
  enum Next: CaseIterable { case scan, placing, undoing, merging }

  private let noted: NotedLibrary
  private var library: Library { noted.library }

  /// One placed photo and another of the same date.
  init() throws {
    noted = try NotedLibrary()
    try library.write("one/a.tif", GreyPicture.file(grey: 1, side: 64))
    try library.write("two/b.tif", GreyPicture.file(grey: 2, side: 64))
    try noted.scan()
    try noted.put("one/a.tif", at: 10)
    try noted.deleteIndex()
  }

  private var folders: [FilePath] { ["one", "two"].map { FilePath(library.file($0)) } }

  /// Ends a scan after it has stored the photos of the first folder.
  private func scanHalf(_ end: End, before unread: String = "two/b.tif") throws {
    let index = try noted.index()
    let scanner = PhotoScanner(index: index)
    switch end {
    case .killed:
      // As after `kill -9`, the first folder is stored and nothing has been decided.
      try noted.sql(
        """
        CREATE TRIGGER killed BEFORE INSERT ON photo
        WHEN (SELECT count(*) FROM photo) > 0 BEGIN SELECT RAISE(ABORT, 'killed'); END
        """)
      #expect(throws: IndexError.self) { try scanner.scan(folders) }
      try noted.sql("DROP TRIGGER killed")
    case .interrupted:
      #expect(try scanner.scan(folders) { $0.files == 0 }.wasInterrupted)
    }
    #expect(try noted.photo("one/a.tif") != nil)
    #expect(try noted.photo("two/a.tif") == nil)
    #expect(try noted.photo(unread) == nil)
  }

  /// Runs a program that shows missed acts, then the next scan.
  private func goOn(_ next: Next) throws {
    let index = try noted.index()
    switch next {
    case .scan: break
    case .placing: #expect(try NotesWriter(index).place([], by: "ada") == nil)
    case .undoing: #expect(try NotesWriter(index).undo(7, .place, by: "ada") == 0)
    case .merging: #expect(try NotesWriter(index).merge([]).acts == 0)
    }
    _ = try PhotoScanner(index: index).scan(folders)
    #expect(try index.integrityProblems().isEmpty)
  }

  @Test(arguments: End.allCases, Next.allCases)
  func aPhotoThatHasTakenTheNameOfAPlacedOneIsNotPlaced(end: End, next: Next) throws {
    try library.move("one/a.tif", to: "two/a.tif")
    try library.move("two/b.tif", to: "one/a.tif")
    try scanHalf(end)
    try goOn(next)
    #expect(try noted.latitude(of: "one/a.tif") == nil)
    #expect(try noted.latitude(of: "two/a.tif") == 10)
  }

  @Test(arguments: End.allCases, Next.allCases)
  func anEditedPhotoIsPlacedAndStaysPlacedWhereverItIsMoved(end: End, next: Next) throws {
    try library.write("one/a.tif", GreyPicture.file(grey: 3, side: 64))
    try scanHalf(end)
    try goOn(next)
    #expect(try noted.latitude(of: "one/a.tif") == 10)
    try library.move("one/a.tif", to: "two/c.tif")
    try noted.scan()
    #expect(try noted.latitude(of: "two/c.tif") == 10)
    try noted.deleteIndex()
    try noted.scan()
    #expect(try noted.latitude(of: "two/c.tif") == 10)
    #expect(try noted.latitude(of: "two/b.tif") == nil)
  }

  @Test(arguments: End.allCases, Next.allCases)
  func anEditedPhotoThatIsMovedToThePathOfItsActIsPlaced(end: End, next: Next) throws {
    try library.remove("one/a.tif")
    try library.write("one/back.tif", GreyPicture.file(grey: 3, side: 64))
    _ = try PhotoScanner(index: noted.index()).scan(folders)
    try library.move("one/back.tif", to: "one/a.tif")
    try library.write("two/c.tif", GreyPicture.file(grey: 4, side: 64))
    try scanHalf(end, before: "two/c.tif")
    try goOn(next)
    #expect(try noted.latitude(of: "one/a.tif") == 10)
    try library.move("one/a.tif", to: "two/d.tif")
    try noted.scan()
    #expect(try noted.latitude(of: "two/d.tif") == 10)
  }

  @Test(arguments: End.allCases) func whatIsDecidedIsNotReadAgain(end: End) throws {
    try library.move("one/a.tif", to: "two/a.tif")
    try library.move("two/b.tif", to: "one/a.tif")
    try scanHalf(end)
    try goOn(.scan)
    let report = try PhotoScanner(index: noted.index()).scan(folders)
    #expect(report.unchanged == 2)
    #expect(report.updated == 0)
  }
}
