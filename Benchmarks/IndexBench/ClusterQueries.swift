import Foundation
import Geography
import Grid
import PhotoIndex
import TestSupport
import Query
import PhotoFacts

/// Queries the clusters of the views that a user scrolls through.
///
/// A view is 1280 × 800 pixels at zoom 2 to 17, with and without a span of time. Some counts are compared with a scan
/// of all photos.
struct ClusterQueries {
  struct Report: Encodable {
    var viewports: [Row] = []
    var filtered: [Row] = []
    var world: [Row] = []
    var timeline: [Row] = []
  }

  private static let zooms = 2...17
  private static let viewsPerZoom = 40
  private static let checkedPerZoom = 2

  let library: Library
  let index: PhotoIndex

  func measure() throws -> Report {
    var report = Report()
    var random = SeededRandom(seed: 31)
    var all = Times()
    var allFiltered = Times()
    for zoom in Self.zooms {
      var plain = Times()
      var filtered = Times()
      let centres = library.randomCentres(Self.viewsPerZoom, seed: UInt64(40 + zoom))
      for (number, centre) in centres.enumerated() {
        var filter = PhotoFilter()
        filter.box = viewport(around: centre.coordinate, zoom: zoom)
        let isChecked = number < Self.checkedPerZoom
        try ask(filter, zoom, isChecked, &plain)
        filter.time = randomSpan(&random)
        try ask(filter, zoom, isChecked, &filtered)
      }
      all.add(plain)
      allFiltered.add(filtered)
      report.viewports.append(Row("zoom \(zoom)", ours: plain))
      report.filtered.append(Row("zoom \(zoom), a span of time", ours: filtered))
    }
    report.viewports.append(Row("zoom 2–17", ours: all))
    report.filtered.append(Row("zoom 2–17, a span of time", ours: allFiltered))
    report.world = [try world(&random)]
    report.timeline = try timelines(&random)
    return report
  }

  /// The clusters of the whole world with another span each time, as when a user drags the time slider.
  private func world(_ random: inout SeededRandom) throws -> Row {
    var times = Times()
    for number in 0..<60 {
      var filter = PhotoFilter()
      filter.time = randomSpan(&random)
      let marks = try times.measure { try index.read { try $0.marks(filter, zoom: 2) } }
      if number < 5 { try check(marks, filter) }
    }
    return Row("whole world at zoom 2, a span of time", ours: times)
  }

  /// The bars of the time slider: for the whole library, and for one view.
  private func timelines(_ random: inout SeededRandom) throws -> [Row] {
    var whole = Times()
    var views = Times()
    for centre in library.randomCentres(20, seed: 71) {
      var view = PhotoFilter()
      view.box = viewport(around: centre.coordinate, zoom: .random(in: 3...12, using: &random))
      for filter in [PhotoFilter(), view] {
        let ask = { try index.read { try $0.timeline(filter, buckets: 100) } }
        let isWhole = filter.box == nil
        let timeline = isWhole ? try whole.measure(ask) : try views.measure(ask)
        let sum = timeline.buckets.reduce(timeline.undated) { $0 + $1.count }
        let expected = library.photos.reduce(0) { $0 + (matches($1, filter) ? 1 : 0) }
        try requireEqual(sum, expected, "the timeline of \(filter)")
      }
    }
    return [
      Row("timeline of all photos, 100 pieces", ours: whole),
      Row("timeline of a view at zoom 3–12", ours: views),
    ]
  }

  private func ask(_ filter: PhotoFilter, _ zoom: Int, _ isChecked: Bool, _ times: inout Times)
    throws
  {
    let marks = try times.measure { try index.read { try $0.marks(filter, zoom: zoom) } }
    if isChecked { try check(marks, filter) }
  }

  private func check(_ marks: MapMarks, _ filter: PhotoFilter) throws {
    let expected = library.photos.reduce(0) { $0 + (matches($1, filter) ? 1 : 0) }
    try requireEqual(marks.photoCount, expected, "the photos of \(filter)")
    let sum = marks.marks.reduce(0) { sum, mark in
      switch mark {
      case .pin: sum + 1
      case .cluster(let cluster): sum + cluster.count
      }
    }
    try requireEqual(sum, expected, "the sum over the clusters of \(filter)")
  }

  private func matches(_ photo: Library.Photo, _ filter: PhotoFilter) -> Bool {
    if let box = filter.box, !box.contains(photo.coordinate) { return false }
    guard let span = filter.time else { return true }
    guard let time = photo.time else { return false }
    return time >= span.from ?? .min && time <= span.through ?? .max
  }

  /// A span from a week to ten years within the years of the library.
  private func randomSpan(_ random: inout SeededRandom) -> TimeSpan {
    let from = Int64.random(in: 1_262_304_000_000...1_700_000_000_000, using: &random)
    let days: Int64 = [7, 31, 365, 3_650].randomElement(using: &random) ?? 31
    return TimeSpan(from: from, through: from + days * 86_400_000)
  }

  /// The box of a window of 1280 × 800 pixels, for a map with tiles of 256 pixels.
  private func viewport(around centre: Coordinate, zoom: Int) -> BoundingBox? {
    let cell = GridPoint(centre)
    let side = Double(GridPoint.side)
    let cellsPerPixel = side / (256 * Double(1 << zoom))
    func longitude(_ column: Double) -> Double { min(max(column / side, 0), 1) * 360 - 180 }
    func latitude(_ row: Double) -> Double {
      atan(sinh(.pi * (1 - 2 * min(max(row / side, 0), 1)))) * 180 / .pi
    }
    return BoundingBox(
      west: longitude(Double(cell.x) - 640 * cellsPerPixel),
      south: latitude(Double(cell.y) + 400 * cellsPerPixel),
      east: longitude(Double(cell.x) + 640 * cellsPerPixel),
      north: latitude(Double(cell.y) - 400 * cellsPerPixel))
  }
}
