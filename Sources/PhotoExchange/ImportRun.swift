internal import PhotoFacts
internal import PhotoIndex

/// One import on its way: takes records from the stream and stores them.
final class ImportRun {
  var report = ImportReport()

  /// Told every few thousand records how many and how many bytes there were; false ends the import.
  var onNews: (Int, Int) -> Bool = { _, _ in true }

  private static let recordsPerNews = 4_096
  private let feed: RecordFeed
  private let options: PhotoImporter.Options
  private var folders: ImportFolders
  private var isAtEnd = false

  init(_ stream: RecordStream, _ options: PhotoImporter.Options) throws {
    feed = try RecordFeed(stream)
    self.options = options
    folders = ImportFolders(standard: options.root)
    report.format = stream.format
  }

  /// Ends the reading of what is left; must be called before the stream is somebody else's again.
  func stop() { feed.stop() }

  /// Stores batch after batch; what was stored stays, however the import ends.
  func storeInBatches(in index: PhotoIndex) throws {
    var failure: (any Error)?
    while !isAtEnd {
      try index.write { writer in
        do {
          try storeBatch(writer)
        } catch let error as BrokenDocument {
          // What came before it is stored first.
          failure = error
          isAtEnd = true
        }
      }
      if let failure { throw failure }
    }
  }

  /// Stores everything, or nothing at all.
  func storeAtOnce(in index: PhotoIndex) throws {
    try index.write { writer in
      while !isAtEnd {
        try storeBatch(writer)
        try writer.settle()
        if let problem = report.problems.first { throw ImportRefused(problem: problem) }
        if report.wasInterrupted { throw ImportStopped() }
      }
    }
  }

  private func storeBatch(_ writer: IndexWriter) throws {
    var rest = options.batchSize
    while rest > 0 {
      guard let item = try feed.next() else {
        isAtEnd = true
        return
      }
      rest -= 1
      try store(item, writer)
      if options.isStrict, report.bad > 0 { return }
      guard report.records % Self.recordsPerNews == 0 else { continue }
      if !onNews(report.records, feed.consumed) {
        report.wasInterrupted = true
        isAtEnd = true
        return
      }
    }
  }

  private func store(_ item: RecordStream.Item, _ writer: IndexWriter) throws {
    report.records += 1
    switch item {
    case .bad(let problem): report.note(problem)
    case .withoutPlace: report.withoutPlace += 1
    case .photo(let drafted, _):
      let directory = try folders.directory(of: drafted, writer)
      switch try writer.bring(drafted.photo, to: directory) {
      case .added: report.added += 1
      case .updated: report.updated += 1
      }
    }
  }
}

/// Finds the directories of imported photos in the index; most lie in that of the one before.
private struct ImportFolders {
  private struct Place: Hashable {
    var root: FilePath
    var directory: ArraySlice<UInt8>
  }

  private static let greatestCount = 8_192
  private let standard: FilePath
  private var last: (place: Place, id: DirectoryID)?
  private var known: [Place: DirectoryID] = [:]
  private var homes: [FilePath: ImportHome] = [:]

  init(standard: FilePath) { self.standard = standard }

  mutating func directory(of drafted: DraftedPhoto, _ writer: IndexWriter) throws -> DirectoryID {
    let path = drafted.photo.path.bytes
    let cut = path.lastIndex(of: UInt8(ascii: "/"))
    let place = Place(root: drafted.root ?? standard, directory: path[..<(cut ?? path.startIndex)])
    if let last, last.place == place { return last.id }
    let id = try known[place] ?? find(place, writer)
    last = (place, id)
    if known.count >= Self.greatestCount { known.removeAll(keepingCapacity: true) }
    known[place] = id
    return id
  }

  private mutating func find(_ place: Place, _ writer: IndexWriter) throws -> DirectoryID {
    let directory = place.root.appending(Array(place.directory))
    if let home = try writer.scannedHome(of: directory) {
      return try writer.directory(home.prefix, in: home.root)
    }
    let home: ImportHome
    if let found = homes[place.root] {
      home = found
    } else {
      home = try writer.home(of: place.root)
      // Folders that have become part of this one are found anew.
      if home.hasTakenIn || homes.count >= Self.greatestCount {
        homes.removeAll()
        known.removeAll()
      }
      homes[place.root] = home
    }
    return try writer.directory(home.prefix.appending(Array(place.directory)), in: home.root)
  }
}
