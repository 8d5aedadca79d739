import PhotoFacts
import PhotoIndex

/// Loads the library into a fresh index and into a fresh R*Tree, batch by batch in turn.
///
/// The index has a whole row for every photo (path, size, time, camera and so on, with the database indexes of a rescan);
/// the R*Tree has five numbers. For a fair comparison, the same rows are also loaded without positions: the difference is
/// the cost of the grid.
struct Loading {
  struct Report: Encodable {
    var photos: Int
    /// The cost of the grid in microseconds per photo.
    var gridMicroseconds: Spread
    var ours: Cost
    var rowsOnly: Cost
    var peer: Cost
  }

  /// The median of the batches, with its 95 % confidence interval.
  struct Spread: Encodable {
    var lower: Double
    var median: Double
    var upper: Double

    init(_ values: [Double]) {
      let sorted = values.sorted()
      func value(at share: Double) -> Double { sorted[Int(share * Double(sorted.count - 1))] }
      median = value(at: 0.5)
      let doubt = 1.57 * (value(at: 0.75) - value(at: 0.25)) / Double(sorted.count).squareRoot()
      lower = median - doubt
      upper = median + doubt
    }
  }

  struct Cost: Encodable {
    var cpuSeconds: Double
    var wallSeconds: Double
    var bytes: Int64

    init(_ times: Times, file: String) {
      cpuSeconds = times.cpuSeconds
      wallSeconds = times.wallSeconds
      bytes = fileSize(file)
    }
  }

  /// Photos per transaction of the index; the R*Tree is loaded in a single one.
  private static let batch = 10_000
  private static let photosInDirectory = 500

  private let library: Library
  private let databases: Databases

  init(_ library: Library, _ databases: Databases) {
    self.library = library
    self.databases = databases
  }

  func measure() throws -> Report {
    for path in [databases.index, databases.rowsOnly, databases.rtree] { removeDatabase(path) }
    var ours = Times()
    var rowsOnly = Times()
    var peer = Times()
    try load(&ours, &rowsOnly, &peer)
    let report = Report(
      photos: library.photos.count, gridMicroseconds: Spread(gridCosts(ours, rowsOnly)),
      ours: Cost(ours, file: databases.index),
      rowsOnly: Cost(rowsOnly, file: databases.rowsOnly), peer: Cost(peer, file: databases.rtree))
    removeDatabase(databases.rowsOnly)
    return report
  }

  /// The cost of the grid in each batch, in microseconds per photo.
  ///
  /// It compares batch by batch, because both loads of a batch ran one right after the other. The last time is that of
  /// packing and closing the file.
  private func gridCosts(_ ours: Times, _ rowsOnly: Times) -> [Double] {
    zip(ours.nanoseconds, rowsOnly.nanoseconds).dropLast()
      .map { Double($0 - $1) / 1e3 / Double(Self.batch) }
  }

  private func load(_ ours: inout Times, _ rowsOnly: inout Times, _ peer: inout Times) throws {
    // Packing and closing are part of the work: closing moves the journal into the file.
    var index: PhotoIndex? = try PhotoIndex(path: FilePath(databases.index), access: .writing)
    var rows: PhotoIndex? = try PhotoIndex(path: FilePath(databases.rowsOnly), access: .writing)
    let rtree = try RTree(path: databases.rtree)
    try rtree.prepareToLoad()
    for start in stride(from: 0, to: library.photos.count, by: Self.batch) {
      let range = start..<min(start + Self.batch, library.photos.count)
      let files = range.map(library.file)
      let unlocated = files.map { file in
        var copy = file
        copy.facts.place = .unlocated(.noGPS, detail: nil)
        return copy
      }
      let goesFirst = start / Self.batch % 2 == 0
      if goesFirst { try ours.measure { try write(files, from: start, to: index) } }
      try rowsOnly.measure { try write(unlocated, from: start, to: rows) }
      if !goesFirst { try ours.measure { try write(files, from: start, to: index) } }
      try peer.measure {
        for number in range {
          try rtree.insert(id: Int64(number + 1), library.photos[number].coordinate)
        }
      }
    }
    try ours.measure {
      try index?.packRuns()
      index = nil
    }
    rowsOnly.measure { rows = nil }
    try peer.measure { try rtree.commit() }
  }

  private func write(_ files: [ReadFile], from start: Int, to index: PhotoIndex?) throws {
    try index?.write(inBulk: true) { writer in
      let root = try writer.root(FilePath("/photos"))
      var directory: DirectoryID?
      for (offset, file) in files.enumerated() {
        let number = start + offset
        if directory == nil || number % Self.photosInDirectory == 0 {
          let name = "outing-\(number / Self.photosInDirectory)"
          directory = try writer.markListed(FilePath(name), in: root, scan: 1).id
        }
        guard let directory else { continue }
        // Later benchmarks derive a photo's id from its index in the library.
        let id = try writer.add(file, in: directory)
        try requireEqual(id, Int64(number + 1), "the id of a photo")
      }
    }
  }
}
