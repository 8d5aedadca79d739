internal import Geography
internal import PhotoFacts
internal import PhotoIndex

/// Writes photos as a table for people: one line each, in columns that stay aligned.
///
/// Widths are fixed, so that the first lines appear before the last photo is known. On a terminal, paths that do not
/// fit lose their beginning.
struct TableWriter: PhotoWriter {
  private let output: Output
  private let hasDistance: Bool
  private let width: Int
  private var text = ""

  private static let shortestPath = 16

  init(_ output: Output, hasDistance: Bool) {
    self.init(output, hasDistance: hasDistance, width: output.columns)
  }

  /// Makes a writer for lines of at most this many columns; nil does not shorten paths.
  init(_ output: Output, hasDistance: Bool, width: Int?) {
    self.output = output
    self.hasDistance = hasDistance
    self.width = width ?? .max
  }

  mutating func begin(matched: Int?, returned: Int) {
    guard returned > 0 else { return }
    let columns = hasDistance ? ["distance".aligned(right: 9), "   "] : []
    text += line(
      columns + [
        "taken".aligned(left: 25), "latitude".aligned(right: 11), "longitude".aligned(right: 12),
        "camera".aligned(left: 18),
      ], "file")
  }

  mutating func write(_ photo: PhotoRecord, line way: GeodesicLine?) throws {
    text += row(photo, way)
    if text.utf8.count > 32_768 { try flush() }
  }

  mutating func end() throws { try flush() }

  private mutating func flush() throws {
    try output.stream(text)
    text = ""
  }

  /// The line of a photo.
  func row(_ photo: PhotoRecord, _ way: GeodesicLine?) -> String {
    var cells: [String] = []
    if hasDistance {
      cells.append((way.map { Self.distance($0.distance) } ?? "").aligned(right: 9))
      cells.append((way.map { Self.compass($0.bearing) } ?? "").aligned(left: 3))
    }
    cells.append(Self.time(photo).aligned(left: 25))
    let place = photo.place.location?.coordinate
    cells.append((place.map { Self.degrees($0.latitudeE7) } ?? "").aligned(right: 11))
    cells.append((place.map { Self.degrees($0.longitudeE7) } ?? "").aligned(right: 12))
    let camera = photo.camera.model ?? photo.camera.make ?? ""
    cells.append(PhotoPrinter.printable(camera).shortened(to: 18).aligned(left: 18))
    let mark = way?.isHidden == true ? " (hidden by the ground)" : ""
    return line(cells, PhotoPrinter.printable(photo.file.description) + mark)
  }

  private func line(_ cells: [String], _ path: String) -> String {
    let start = cells.joined(separator: "  ") + "  "
    let rest = max(Self.shortestPath, width == .max ? .max : width - start.displayWidth)
    return start + path.shortened(toLast: rest) + "\n"
  }

  /// The time to the second, with the offset if it is known.
  private static func time(_ photo: PhotoRecord) -> String {
    guard let time = photo.time else { return "undated" }
    let text = Timestamp.instant(time) ?? time.localMilliseconds.map(Timestamp.local) ?? "undated"
    guard let point = text.firstIndex(of: ".") else { return text }
    let zone = text[point...].drop { !"Z+-".contains($0) }
    return String(text[..<point]) + zone
  }

  /// Degrees with five decimals, about a metre.
  private static func degrees(_ e7: Int32) -> String {
    let units = (abs(Int(e7)) + 50) / 100
    let decimals = String(units % 100_000).leftPadded(to: 5).replacing(" ", with: "0")
    return "\(e7 < 0 ? "-" : "")\(units / 100_000).\(decimals)"
  }

  private static func distance(_ metres: Double) -> String {
    metres < 1_000
      ? "\(Int(metres.rounded())) m"
      : metres < 100_000
        ? "\((metres / 100).rounded() / 10) km" : "\(ScanText.grouped(Int(metres / 1_000))) km"
  }

  private static func compass(_ bearing: Double) -> String {
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    return names[Int((bearing / 45).rounded()) % 8]
  }
}
