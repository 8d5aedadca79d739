internal import Geography
internal import Glibc

/// The way from picture to picture as a drawing without a map, for readers without the script and for paper.
struct RouteSketch {
  /// The longer side of the drawing.
  private static let side = 300.0

  private static let margin = 12.0

  /// More points make no difference to a drawing of this size.
  private static let mostPoints = 600

  private let points: [(x: Double, y: Double)]

  /// Makes the drawing of positions in order, in the Mercator projection.
  ///
  /// A way over the antimeridian continues beyond the edge.
  init(_ positions: [Coordinate]) {
    let step = max(1, (positions.count + Self.mostPoints - 1) / Self.mostPoints)
    var last: Double?
    points = stride(from: 0, to: positions.count, by: step).map { index in
      let position = positions[index]
      var longitude = position.longitude
      if let last { longitude -= ((longitude - last) / 360).rounded() * 360 }
      last = longitude
      let latitude = min(85, max(-85, position.latitude)) * .pi / 180
      return (longitude, -log(tan(.pi / 4 + latitude / 2)) * 180 / .pi)
    }
  }

  /// Writes the drawing as SVG; nothing if it has no extent.
  func write(to page: inout XMLWriter) {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    guard let west = xs.min(), let east = xs.max(), let top = ys.min(), let bottom = ys.max(),
      max(east - west, bottom - top) > 0
    else { return }
    let scale = (Self.side - 2 * Self.margin) / max(east - west, bottom - top)
    func text(_ value: Double) -> String { String(Int((value * 10).rounded()) / 10) }
    let way = points.map { point in
      text((point.x - west) * scale + Self.margin) + ","
        + text((point.y - top) * scale + Self.margin)
    }
    let width = text((east - west) * scale + 2 * Self.margin)
    let height = text((bottom - top) * scale + 2 * Self.margin)
    page.raw("<svg aria-hidden=\"true\" viewBox=\"0 0 ")
    page.text("\(width) \(height)")
    page.raw("\"><polyline points=\"")
    page.text(way.joined(separator: " "))
    page.raw("\"/></svg>")
  }
}
