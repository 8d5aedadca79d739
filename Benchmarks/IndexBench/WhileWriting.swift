import Foundation
import Geography
import Grid
import PhotoFacts
import PhotoIndex
import Synchronization
import TestSupport
import Query

/// Queries views and counts, first at rest and then while another thread adds photos batch by batch, as a scan does.
///
/// Each result must be of one version: the photos of a view add up to the count of its box.
struct WhileWriting {
  private static let queries = 1_500
  private static let batch = 1_000

  private let library: Library
  private let copy: String

  init(_ library: Library, _ databases: Databases) throws {
    self.library = library
    copy = databases.folder + "/while-writing.sqlite"
    removeDatabase(copy)
    try FileManager.default.copyItem(atPath: databases.index, toPath: copy)
  }

  func measure() throws -> [Row] {
    defer { removeDatabase(copy) }
    let index = try PhotoIndex(path: FilePath(copy), access: .writing)
    let boxes = library.randomCentres(Self.queries, seed: 61).enumerated().compactMap {
      BoundingBox(around: $1.coordinate, [0.02, 0.3, 4, 40][$0 % 4])
    }
    _ = try ask(index, boxes)
    let before = try ask(index, boxes)
    let isDone = Atomic(false)
    let written = Mutex((batches: 0, problem: String?.none))
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var number = 0
      while !isDone.load(ordering: .relaxed) {
        do {
          try write(number, to: index)
          number += 1
          written.withLock { $0.batches = number }
        } catch {
          written.withLock { $0.problem = "\(error)" }
          break
        }
      }
      ended.signal()
    }
    defer {
      isDone.store(true, ordering: .relaxed)
      ended.wait()
    }
    let during = try ask(index, boxes)
    let outcome = written.withLock { $0 }
    if let problem = outcome.problem { throw Failure(problem) }
    guard outcome.batches > 0 else { throw Failure("nothing was written meanwhile") }
    return [
      Row("view and count, index at rest", ours: before),
      Row("while \(outcome.batches) batches of \(Self.batch) are added", ours: during),
    ]
  }

  private func ask(_ index: PhotoIndex, _ boxes: [BoundingBox]) throws -> Times {
    var times = Times()
    for box in boxes {
      var filter = PhotoFilter()
      filter.box = box
      let zoom = box.degrees.east - box.degrees.west > 10 ? 4 : 11
      let answer = try times.measure {
        try index.read { (try $0.marks(filter, zoom: zoom), try $0.count(filter)) }
      }
      try requireEqual(answer.0.photoCount, answer.1, "the view of \(box.degrees)")
    }
    return times
  }

  private func write(_ number: Int, to index: PhotoIndex) throws {
    try index.write { writer in
      let root = try writer.root(FilePath("/more"))
      let directory = try writer.markListed(FilePath("batch-\(number)"), in: root, scan: 2).id
      for offset in 0..<Self.batch {
        let photo = (number * Self.batch + offset) % library.photos.count
        try writer.add(library.file(photo), in: directory)
      }
    }
  }
}
