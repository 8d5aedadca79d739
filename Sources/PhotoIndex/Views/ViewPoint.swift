public import Geography
internal import Grid
public import PhotoFacts

// The views of photos are points of a grid of their own, see `RunTable.views`. What a search needs of a view stands in
// the bits of the time: the direction of the middle, half of the angle between the edges, and how far it reaches.
extension IndexedPoint {
  /// The view of a photo; nil if it is not known in which direction and between which edges it looks.
  init?(id: Int64, view cone: ViewCone?) {
    guard let cone else { return nil }
    let direction = UInt64(min(max((cone.direction * 100).rounded(), 0), 36_000)) % 36_000
    // Rounded up, so that the search misses none.
    let halfWidth = UInt64(min(max((cone.halfWidth * 100).rounded(.up) + 1, 0), 18_000))
    let reach = cone.reach.map { UInt64(min(max($0.rounded(.up) + 1, 1), 1_000_000_000)) } ?? 0
    self.init(
      id: id, longitudeE7: cone.origin.longitudeE7, latitudeE7: cone.origin.latitudeE7,
      time: Int64(direction | halfWidth << 16 | reach << 32),
      traits: cone.pose == nil ? 0 : 1, offset: 0)
  }
}

/// The bits of a view.
struct PackedView {
  /// Degrees clockwise from true north.
  let middle: Double

  /// Half of the angle between the edges, in degrees, rounded up.
  let halfWidth: Double

  /// Metres, rounded up; infinite if it reaches the horizon.
  let reach: Double

  init(_ bits: Int64) {
    middle = Double(bits & 0xFFFF) / 100
    halfWidth = Double(bits >> 16 & 0xFFFF) / 100
    let metres = bits >> 32
    reach = metres > 0 ? Double(metres) : .infinity
  }
}

extension ViewCone {
  /// The cone of a photo with these facts; nil if its direction or its edges are unknown.
  ///
  /// A camera that looks steeply down or up shows what is around it, so its cone is known only with its height. Imports
  /// may state any numbers; those that no camera has count as unknown.
  init?(_ coordinate: Coordinate, direction: Double?, _ view: PhotoView, _ size: PixelSize?) {
    func known(_ number: Double?, in range: ClosedRange<Double>) -> Double? {
      number.flatMap { range.contains($0) ? $0 : nil }
    }
    guard let fieldOfView = known(view.fieldOfView, in: PhotoView.fieldsOfView),
      let direction = known(direction, in: 0...360) ?? (fieldOfView >= 360 ? 0 : nil)
    else { return nil }
    self.init(origin: coordinate, direction: direction, fieldOfView: fieldOfView)
    guard let pitch = known(view.pitch, in: PhotoView.pitches), fieldOfView < 170 else { return }
    if let height = known(view.relativeAltitude, in: 0.01...100_000), let size, size.width > 0,
      size.height > 0
    {
      pose = CameraPose(
        pitch: pitch, roll: known(view.roll, in: PhotoView.rolls) ?? 0, height: height,
        heightOfPicture: Double(size.height) / Double(size.width))
    } else if abs(pitch) > 60 {
      return nil
    }
  }
}

extension ReplicatedTable {
  /// The rows of photos that may have a view which an earlier version has not read.
  package static let mayHaveView =
    "inode <> 0 AND format IS NOT NULL AND latitude IS NOT NULL AND direction IS NOT NULL"
}

/// The columns of a photo of which its cone is made.
enum ViewColumn: Int32, CaseIterable {
  case fieldOfView, latitude, longitude, direction, pitch, roll, relativeAltitude, width, height

  /// The column in the table of photos.
  var stored: PhotoColumn {
    switch self {
    case .fieldOfView: .fieldOfView
    case .latitude: .latitude
    case .longitude: .longitude
    case .direction: .direction
    case .pitch: .pitch
    case .roll: .roll
    case .relativeAltitude: .relativeAltitude
    case .width: .width
    case .height: .height
    }
  }

  /// The columns as a statement lists them.
  static let list = allCases.map(\.stored.name).joined(separator: ", ")
}

extension ViewCone {
  /// The cone of a row; nil if it is unknown what the photo shows.
  init?(_ number: (ViewColumn) -> Double?) {
    // Most photos have none, so the other columns need not be read.
    guard let fieldOfView = number(.fieldOfView),
      let latitude = number(.latitude).flatMap(Int32.init(exactly:)),
      let longitude = number(.longitude).flatMap(Int32.init(exactly:)),
      let origin = Coordinate(latitudeE7: latitude, longitudeE7: longitude)
    else { return nil }
    let view = PhotoView(
      fieldOfView: fieldOfView, pitch: number(.pitch), roll: number(.roll),
      relativeAltitude: number(.relativeAltitude))
    let (width, height) = (number(.width), number(.height))
    let size = PixelSize(
      width: width.flatMap(Int.init(exactly:)) ?? 0, height: height.flatMap(Int.init(exactly:)) ?? 0
    )
    self.init(origin, direction: number(.direction), view, size)
  }
}

extension PhotoFacts {
  /// What the photo shows; nil if it is not known.
  public var cone: ViewCone? {
    place.location.flatMap { location in
      ViewCone(location.coordinate, direction: location.direction, view, shownSize)
    }
  }
}
