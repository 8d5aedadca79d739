/// The formats of tracks, detected by their first bytes.
enum TrackFormat: String {
  case gpx, kml, kmz, tcx, fit, nmea, igc, json, ownTracks, srt, csv

  /// The number of bytes that are enough to detect a format.
  static let headLength = 4_096

  /// Detects the format; nil if it is unknown.
  init?(_ head: ArraySlice<UInt8>) {
    let head = head.prefix(Self.headLength)
    if head.starts(with: [0x50, 0x4B, 3, 4]) {
      self = .kmz
    } else if FITReader.matches(head) {
      self = .fit
    } else if let format = Self.xml(head) {
      self = format
    } else if JSONTrackReader.matches(head) {
      self = .json
    } else if NMEAReader.matches(head) {
      self = .nmea
    } else if IGCReader.matches(head) {
      self = .igc
    } else if OwnTracksReader.matches(head) {
      self = .ownTracks
    } else if DroneRemarks.matches(head) {
      self = .srt
    } else if CSVReader.matches(head) {
      self = .csv
    } else {
      return nil
    }
  }

  /// The format by the name of the root element.
  private static func xml(_ head: ArraySlice<UInt8>) -> TrackFormat? {
    var walk = ElementWalk(Array(head))
    guard case .start(let root) = walk.next() else { return nil }
    switch root {
    case "gpx": return .gpx
    case "kml": return .kml
    case "TrainingCenterDatabase": return .tcx
    default: return nil
    }
  }
}
