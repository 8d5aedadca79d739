internal import Caches
internal import PhotoFacts
internal import Synchronization

/// A plain picture in place of a film without a readable frame: a triangle on dark grey, in the film's shape.
final class Placeholder: Sendable {
  /// The pictures of the latest shapes.
  private let made = Mutex(RecentlyUsed<PixelSize, [UInt8]>(limit: 64))

  /// The JPEG for a film of this displayed size, with no side longer than `longSide`.
  func jpeg(of film: PixelSize?, longSide: Int, quality: Int) throws(Failure) -> [UInt8] {
    let size = Self.size(of: film, longSide: longSide)
    if let cached = made.withLock({ $0[size] }) { return cached }
    let jpeg = try Self.draw(size).encoded(quality: quality, profile: nil)
    made.withLock { $0.insert(jpeg, for: size) }
    return jpeg
  }

  /// The shape of the film; 16 : 9 if it is unknown or absurd.
  private static func size(of film: PixelSize?, longSide: Int) -> PixelSize {
    let usual = PixelSize(width: longSide, height: longSide * 9 / 16)
    guard let film, film.width > 0, film.height > 0,
      max(film.width, film.height) / min(film.width, film.height) < 8
    else { return usual }
    let fitting = film.fitting(longSide)
    // A film of this size is too small for the triangle.
    return max(fitting.width, fitting.height) < 16 ? usual : fitting
  }

  private static func draw(_ size: PixelSize) -> Picture {
    let (ground, sign) = (38.0, 196.0)
    let unit = Double(min(size.width, size.height))
    let (x, y) = (Double(size.width) / 2, Double(size.height) / 2)
    // Centre the triangle by its centroid.
    let (left, right, half) = (x - 0.12 * unit, x + 0.24 * unit, 0.21 * unit)
    let slope = half / (right - left)
    let steepness = (1 + slope * slope).squareRoot()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.width * size.height)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let (px, py) = (Double(column) + 0.5, Double(row) + 0.5)
        // The distance from each edge, which is softened by half a pixel on both sides.
        let slanted = ((right - px) * slope - abs(py - y)) / steepness
        let cover = min(1, max(0, min(px - left, slanted) + 0.5))
        // A gradient towards the top.
        let shade = ground + 12 * (1 - py / Double(size.height))
        bytes.append(UInt8(shade + (sign - shade) * cover))
      }
    }
    return Picture(width: size.width, height: size.height, samples: .gray, bytes: bytes)
  }
}
