/// A part of a level of a track: up to `PackedFixes.capacity` fixes, in the order of their times.
///
/// If a line continues from the chunk before, its last fix is repeated here, so that each chunk can be drawn by
/// itself.
public struct TrackChunk {
  /// The fixes.
  public var points: [TrackPoint]

  /// Whether the first point is also the last of the chunk before.
  public var repeatsOne: Bool

  /// Divides a level into chunks.
  public static func chunks(of points: [TrackPoint]) -> [TrackChunk] {
    var chunks: [TrackChunk] = []
    var next = 0
    while next < points.count {
      let repeatsOne = next > 0 && !points[next].beginsLine
      let start = repeatsOne ? next - 1 : next
      let end = min(start + PackedFixes.capacity, points.count)
      var part = Array(points[start..<end])
      part[0].beginsLine = true
      chunks.append(TrackChunk(points: part, repeatsOne: repeatsOne))
      next = end
    }
    return chunks
  }
}
