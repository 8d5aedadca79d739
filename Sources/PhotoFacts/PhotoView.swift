#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// How the camera looked at what a photo shows, besides its direction.
public struct PhotoView: Hashable, Sendable {
  /// The angle from the left to the right edge of the upright picture, in degrees; 360 for a whole panorama.
  public var fieldOfView: Double?

  /// The angle of the optical axis above the horizon in degrees; −90 is straight down.
  public var pitch: Double?

  /// The angle by which the camera was turned clockwise around its axis, in degrees.
  public var roll: Double?

  /// Metres above the point of take-off, as drones write.
  public var relativeAltitude: Double?

  /// Makes the view of a photo of which nothing is known.
  public init(
    fieldOfView: Double? = nil, pitch: Double? = nil, roll: Double? = nil,
    relativeAltitude: Double? = nil
  ) {
    self.fieldOfView = fieldOfView
    self.pitch = pitch
    self.roll = roll
    self.relativeAltitude = relativeAltitude
  }

  /// Takes what another program states; the rest stays as it is.
  mutating func take(_ stated: PhotoView) {
    fieldOfView = stated.fieldOfView ?? fieldOfView
    pitch = stated.pitch ?? pitch
    roll = stated.roll ?? roll
    relativeAltitude = stated.relativeAltitude ?? relativeAltitude
  }

  /// The fields of view that a stored value may have.
  public static let fieldsOfView: ClosedRange<Double> = 0.01...360

  /// The angles above the horizon that it may have.
  public static let pitches: ClosedRange<Double> = -90...90

  /// The turns that it may have.
  public static let rolls: ClosedRange<Double> = -180...180
}

/// The lens as the camera describes it, from which the field of view follows.
public struct LensView: Hashable, Sendable {
  /// The focal length of a lens for 35 mm film with the same angle across the diagonal, in millimetres.
  public var focalLength35: Double?

  /// The focal length in millimetres.
  public var focalLength: Double?

  /// The width of the sensor in millimetres, along the width of the stored picture.
  public var sensorWidth: Double?

  /// The part of a whole panorama that the picture shows across, up to 1.
  public var partOfPanorama: Double?

  /// Makes the description of a lens of which nothing is known.
  public init() {}

  /// The diagonal of a picture on 35 mm film, in millimetres.
  private static let diagonal = (36.0 * 36 + 24 * 24).squareRoot()

  /// The angle from the left to the right edge of the upright picture in degrees; nil if it does not follow.
  ///
  /// Equivalent focal lengths compare diagonals (CIPA DCG-001), so the shape of the picture matters.
  public func fieldOfView(of size: PixelSize?, _ orientation: Orientation) -> Double? {
    if let partOfPanorama { return Self.hundredths(360 * partOfPanorama) }
    guard let size, size.width > 0, size.height > 0 else { return nil }
    let (width, height) = (Double(size.width), Double(size.height))
    let across = orientation.swapsAxes ? height : width
    let halves: Double
    if let focalLength35 {
      halves =
        Self.diagonal / 2 / focalLength35 * across / (width * width + height * height).squareRoot()
    } else if let focalLength, let sensorWidth {
      halves = sensorWidth / 2 / focalLength * across / width
    } else {
      return nil
    }
    return Self.hundredths(2 * atan(halves) * 180 / .pi)
  }

  private static func hundredths(_ degrees: Double) -> Double? {
    let rounded = (degrees * 100).rounded() / 100
    return PhotoView.fieldsOfView.contains(rounded) ? rounded : nil
  }
}
