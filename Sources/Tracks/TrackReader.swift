/// Reads the bytes of a track file.
public enum TrackReader {
  /// The size of the largest file that is read.
  ///
  /// A file is in memory while it is read.
  public static let greatestSize = 256 << 20

  /// The endings of the names of track files, in lower case.
  public static let fileEndings = ["gpx", "nmea", "igc"]

  /// The fixes of a file of any known format; the content decides which one it is.
  ///
  /// Takes time and memory proportional to the size.
  public static func track(_ bytes: [UInt8]) throws(TrackProblem) -> Track {
    guard bytes.count <= greatestSize else { throw .tooLarge }
    guard let track = read(bytes) else { throw .unknownFormat }
    guard !track.fixes.isEmpty else { throw .noFixes(skippedPoints: track.skippedPoints) }
    return track
  }

  private static func read(_ bytes: [UInt8]) -> Track? {
    let head = bytes.prefix(1_024)
    // GPX may be UTF-16, in which the letters of its name are apart.
    let letters = String(decoding: head.filter { $0 != 0 }, as: UTF8.self)
    if letters.contains("<gpx") || letters.contains(":gpx") { return GPXReader.track(bytes) }
    if NMEAReader.matches(head) { return NMEAReader.track(bytes) }
    return IGCReader.matches(head) ? IGCReader.track(bytes) : nil
  }
}
