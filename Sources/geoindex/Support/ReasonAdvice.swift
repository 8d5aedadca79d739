internal import PhotoFacts

extension UnlocatedReason {
  /// What the reason means, in one sentence.
  var explanation: String {
    switch self {
    case .noGPS: "nothing in the file, or beside it, says where it was taken"
    case .nullIsland: "the place is exactly 0°, 0°, which programs write when they know none"
    case .invalidGPS: "there is a place, but it cannot be right"
    case .unreadable: "the file cannot be opened, or is damaged"
    case .unsupported: "no photo or film, or one that is not read yet"
    }
  }

  /// What to do about it.
  var advice: String {
    switch self {
    case .noGPS:
      """
      A place written into the photo, or into an XMP file beside it, is seen by the next scan. Photo \
      managers write one by hand; exiftool -geotag TRACK.gpx DIR takes it from a track.
      """
    case .nullIsland:
      """
      Give it its true place as above, or take the wrong one out with exiftool -gps:all= FILE.
      """
    case .invalidGPS:
      """
      geoindex inspect FILE shows every tag. exiftool can set the one that is wrong, such as \
      -GPSLatitudeRef=S.
      """
    case .unreadable:
      """
      Look whether a copy or a backup has the whole file; a file that may not be read needs chmod. \
      It is tried again at each scan.
      """
    case .unsupported:
      """
      What is no photo can stay. To leave such files out: geoindex scan --exclude '*.txt' DIR.
      """
    }
  }
}
