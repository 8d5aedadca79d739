internal import Notes
internal import PhotoFacts
internal import PhotoIndex
internal import Places

/// One import: reads records from the stream and stores them.
final class ImportRun {
  var report = ImportReport()

  /// Called every few thousand records with the numbers of records and bytes; returns false to stop.
  var onProgress: (Int, Int) -> Bool = { _, _ in true }

  private static let recordsPerProgress = 4_096

  /// How many records a transaction of a replica has, which stay in memory until it ends.
  private static let recordsKept = 20_000

  /// How many batches of the usual size a batch of a long import may have.
  private static let mostBatches = 8
  private let feed: RecordFeed
  private let options: PhotoImporter.Options
  private var folders: ImportFolders
  private var isAtEnd = false

  /// What this transaction has read, if it may have to be repeated.
  private var kept: [RecordStream.Item] = []
  private var keeps = false

  init(_ stream: RecordStream, _ options: PhotoImporter.Options, _ places: Places?) throws {
    feed = try RecordFeed(stream, places.map(LocalityFinder.init))
    self.options = options
    folders = ImportFolders(standard: options.root)
    report.format = stream.format
  }

  /// Stops reading; must be called before the stream is used elsewhere.
  func stop() { feed.stop() }

  /// Stores the records batch by batch; completed batches stay even if the import fails later.
  func storeInBatches(in index: PhotoIndex) throws {
    var failure: (any Error)?
    keeps = index.isReplica
    let notes = try Self.notes(of: index)
    while !isAtEnd {
      kept.removeAll(keepingCapacity: true)
      let before = report
      // Another machine may change the record first; then all that was read is stored again.
      try index.writeRepeatedly(inBulk: true) { writer in
        let wasInterrupted = report.wasInterrupted
        report = before
        report.wasInterrupted = wasInterrupted
        do {
          try storeBatch(writer)
        } catch let error as BrokenDocument {
          // Records before the failure are stored first.
          failure = error
          isAtEnd = true
        }
        // An added photo may have had notes before it was forgotten; those are shown at the end.
        guard isAtEnd || report.updated > before.updated else { return }
        try NotesWriter.showAll(writer, of: index, file: notes)
      }
      if let failure { throw failure }
    }
  }

  /// Stores all records in one transaction.
  func storeAtOnce(in index: PhotoIndex) throws {
    let notes = try Self.notes(of: index)
    try index.write(inBulk: true) { writer in
      while !isAtEnd {
        try storeBatch(writer)
        try writer.applyDerivedChanges()
        if let problem = report.problems.first { throw ImportRefused(problem: problem) }
        if report.wasInterrupted { throw ImportStopped() }
      }
      try NotesWriter.showAll(writer, of: index, file: notes)
    }
  }

  /// The notes file, which takes precedence over an import; nil if there is none, and with a record.
  private static func notes(of index: PhotoIndex) throws -> ActStore? {
    index.isReplica ? nil : try ActStore.existing(of: index.path)
  }

  private func storeBatch(_ writer: IndexWriter) throws {
    // Between transactions, another program may have removed directories.
    folders.forgetDirectories()
    for item in kept { try store(item, writer) }
    // Each batch rewrites part of the calendar and of the grid, however few of the photos it adds to.
    let most = keeps ? Self.recordsKept : options.batchSize * Self.mostBatches
    var rest = min(max(report.added / 4, options.batchSize), most) - kept.count
    while rest > 0, !isAtEnd {
      guard let item = try feed.next() else {
        isAtEnd = true
        return
      }
      rest -= 1
      if keeps { kept.append(item) }
      try store(item, writer)
      if options.isStrict, report.bad > 0 { return }
      guard report.records % Self.recordsPerProgress == 0 else { continue }
      if !onProgress(report.records, feed.consumed) {
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
      switch try writer.upsert(drafted.photo, to: directory, at: drafted.locality) {
      case .added: report.added += 1
      case .updated: report.updated += 1
      }
    }
  }
}

/// Finds the directories of imported photos; most photos are in the directory of the previous one.
private struct ImportFolders {
  private struct Folder: Hashable {
    var root: FilePath
    var directory: ArraySlice<UInt8>

    /// Compares the bytes in memory, which is faster than comparing the elements of slices.
    static func == (one: Folder, other: Folder) -> Bool {
      unsafe one.directory.withUnsafeBytes { bytes in
        unsafe other.directory.withUnsafeBytes { unsafe bytes.elementsEqual($0) }
      } && one.root == other.root
    }
  }

  private static let maximumCount = 8_192
  private let standard: FilePath
  private var last: (folder: Folder, id: DirectoryID)?
  private var known: [Folder: DirectoryID] = [:]
  private var homes: [FilePath: ImportRoot] = [:]

  init(standard: FilePath) { self.standard = standard }

  mutating func forgetDirectories() {
    last = nil
    known.removeAll(keepingCapacity: true)
    homes.removeAll(keepingCapacity: true)
  }

  mutating func directory(of drafted: DraftedPhoto, _ writer: IndexWriter) throws -> DirectoryID {
    let path = drafted.photo.path.bytes
    let cut = path.lastIndex(of: UInt8(ascii: "/"))
    let folder = Folder(
      root: drafted.root ?? standard, directory: path[..<(cut ?? path.startIndex)])
    if let last, last.folder == folder { return last.id }
    let id = try known[folder] ?? find(folder, writer)
    last = (folder, id)
    if known.count >= Self.maximumCount { known.removeAll(keepingCapacity: true) }
    known[folder] = id
    return id
  }

  private mutating func find(_ folder: Folder, _ writer: IndexWriter) throws -> DirectoryID {
    let directory = folder.root.appending(Array(folder.directory))
    if let home = try writer.scannedImportRoot(of: directory) {
      return try writer.directory(home.prefix, in: home.root)
    }
    let home: ImportRoot
    if let found = homes[folder.root] {
      home = found
    } else {
      home = try writer.importRoot(of: folder.root)
      // Absorbed roots change the directories, so look them up again.
      if home.absorbedRoots || homes.count >= Self.maximumCount {
        homes.removeAll()
        known.removeAll()
      }
      homes[folder.root] = home
    }
    return try writer.directory(home.prefix.appending(Array(folder.directory)), in: home.root)
  }
}
