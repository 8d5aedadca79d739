public import Geography
internal import Journeys
public import PhotoFacts

/// A photo that is on the map, as far as its position can be judged.
public struct Observation: Hashable, Sendable {
  /// The photo.
  public var id: Int64

  /// What the clock of the camera showed, as if it were UTC; nil if unknown.
  public var local: Int64?

  /// The instant by the file itself; one that follows from the position is no evidence for it.
  public var instant: Int64?

  /// The milliseconds from the GPS time to the time of the camera's clock; nil if the file does not have both.
  public var clockLead: Int64?

  /// How many minutes the time zone of the position is ahead of UTC, if nothing else says when the photo was taken.
  var zone: Int16?

  /// The position.
  public var coordinate: Coordinate

  /// Metres above sea level.
  public var altitude: Float?

  /// The error that the file states, in metres.
  public var accuracy: Float?

  /// The number of the camera; nil if it is unknown.
  public var device: Int32?

  /// Where the position is from.
  public var source: LocationSource

  /// Another position that is stated for it, by its file if the position is from a sidecar, or by a file beside it.
  public var stated: Coordinate?

  /// Whether a file beside the photo states it.
  public var isStatedBeside = false

  /// Makes an observation.
  public init(
    id: Int64, time: CaptureTime?, at coordinate: Coordinate, altitude: Double? = nil,
    accuracy: Double? = nil, device: Int32?, source: LocationSource = .exif,
    stated: Coordinate? = nil
  ) {
    (self.id, self.coordinate, self.device, self.source) = (id, coordinate, device, source)
    // Imports may state any numbers; none is so great that it cannot be written in a sentence.
    self.altitude = altitude.flatMap { $0.isNaN ? nil : Float(min(max($0, -1e9), 1e9)) }
    self.accuracy = accuracy.map { Float($0) }
    self.stated = stated
    local = time?.localMilliseconds
    if time?.source == .offsetTag || time?.source == .gps { instant = time?.instantMilliseconds }
    if time?.source == .gps, let local, let instant { clockLead = local - instant }
    if time?.source == .place { zone = time?.utcOffsetMinutes.flatMap(Int16.init(exactly:)) }
  }

  /// Makes the observation of a photo with its location.
  public init(
    id: Int64, time: CaptureTime?, location: Location, device: Int32?, stated: OtherPlace?
  ) {
    self.init(
      id: id, time: time, at: location.coordinate, altitude: location.altitude,
      accuracy: location.accuracy, device: device, source: location.source,
      stated: stated?.coordinate)
    isStatedBeside = stated?.companion != nil
  }

  /// The time that orders the photos of a camera.
  ///
  /// The clock of the camera, because an instant that follows from a wrong position is wrong too.
  var time: Int64? { local ?? instant }

  /// The instant; without a better one, that which follows from the position.
  var likelyInstant: Int64? {
    instant ?? local.flatMap { local in zone.map { local - Int64($0) * 60_000 } }
  }

  /// The milliseconds that the clock of the camera is ahead of UTC; nil if unknown.
  var lead: Int64? { local.flatMap { local in likelyInstant.map { local - $0 } } }

  /// Whether a person or a plan has given the position, which then is not doubted.
  var isGiven: Bool { source == .manual || source == .track || source == .neighbour }
}

/// A photo among those of its camera.
struct Moment {
  let photo: Observation
  let point: SpherePoint
  let time: Int64

  /// Whether it is judged; others are only evidence.
  let isJudged: Bool

  init(_ photo: Observation, at time: Int64, isJudged: Bool) {
    (self.photo, self.time, self.isJudged) = (photo, time, isJudged)
    point = SpherePoint(photo.coordinate)
  }

  /// The hours between two photos, by their instants if both are known.
  func hours(to other: Moment) -> Double {
    if let one = photo.instant, let two = other.photo.instant {
      return Double(abs(two - one)) / 3_600_000
    }
    return Double(abs(other.time - time)) / 3_600_000
  }

  /// The most hours between two photos: clocks that are set to local time may have been set to another zone in between.
  func mostHours(to other: Moment) -> Double {
    if photo.instant != nil, other.photo.instant != nil { return hours(to: other) }
    let turn = abs(photo.coordinate.longitude - other.photo.coordinate.longitude)
    return hours(to: other) + min(turn, 360 - turn) / 15 + 1.5
  }

  func kilometres(to other: Moment) -> Double { point.kilometres(to: other.point) }

  /// Whether both have the same coordinates to the last digit.
  func repeats(_ other: Moment) -> Bool { photo.coordinate == other.photo.coordinate }
}
