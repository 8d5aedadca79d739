internal import PhotoFacts

extension UnlocatedReason {
  /// The meaning of the reason.
  var explanation: String {
    switch self {
    case .noGPS: "neither the file nor its sidecars contain a position"
    case .nullIsland: "the position is exactly 0°, 0°, which programs write if it is unknown"
    case .invalidGPS: "the position is not valid"
    case .unreadable: "the file cannot be opened, or is damaged"
    case .unsupported: "not a photo or film, or in a format that is not supported"
    }
  }

  /// What to do about it.
  var advice: String {
    switch self {
    case .noGPS:
      """
      Write a position into the photo, or into an XMP sidecar, and scan again. Photo managers can set \
      one by hand; exiftool -geotag TRACK.gpx DIR takes it from a track.
      """
    case .nullIsland:
      """
      Set the true position as above, or remove the wrong one with exiftool -gps:all= FILE.
      """
    case .invalidGPS:
      """
      geoindex inspect FILE shows every tag. exiftool can correct the wrong one, such as \
      -GPSLatitudeRef=S.
      """
    case .unreadable:
      """
      Restore the file from a copy or a backup, or allow reading it with chmod. Each scan tries it \
      again.
      """
    case .unsupported:
      """
      These files do no harm. To skip them: geoindex scan --exclude '*.txt' DIR.
      """
    }
  }
}
