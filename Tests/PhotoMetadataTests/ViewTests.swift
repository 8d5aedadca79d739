import Foundation
import PhotoFacts
import Testing

@testable import PhotoMetadata

@Suite("How the camera looked")
struct ViewTests {
  private func view(
    _ exif: [(UInt16, ExifFixture.Value)], orientation: UInt16 = 1
  ) -> PhotoView {
    read(
      ExifFixture(image: [(0x0112, .short([orientation]))], exif: exif, gps: ExifFixture.paris).jpeg
    ).view
  }

  private var size: PixelSize {
    get throws { try #require(read(ExifFixture(gps: ExifFixture.paris).jpeg).storedSize) }
  }

  @Test("follows from the equivalent focal length and the shape of the picture")
  func equivalent() throws {
    let size = try size
    let (width, height) = (Double(size.width), Double(size.height))
    let diagonal = hypot(width, height)
    let across = 2 * atan(hypot(36, 24) / 2 / 28 * width / diagonal) * 180 / .pi
    let upright = 2 * atan(hypot(36, 24) / 2 / 28 * height / diagonal) * 180 / .pi
    #expect(try abs(#require(view([(0xA405, .short([28]))]).fieldOfView) - across) < 0.006)
    #expect(
      try abs(#require(view([(0xA405, .short([28]))], orientation: 6).fieldOfView) - upright)
        < 0.006)
  }

  @Test("follows from the focal length and the pixels of the sensor in each unit")
  func sensor() throws {
    let expected = 2 * atan(36.0 / 2 / 50) * 180 / .pi
    // 6,000 pixels on 36 mm.
    let resolutions: [(unit: UInt16, pixels: (UInt32, UInt32))] = [
      (2, (152_400_000, 36_000)), (3, (60_000, 36)), (4, (6_000, 36)), (5, (6, 36)),
    ]
    for (unit, pixels) in resolutions {
      let found = view([
        (0x920A, .rational([(50, 1)])), (0xA002, .long([6_000])), (0xA20E, .rational([pixels])),
        (0xA210, .short([unit])),
      ]).fieldOfView
      #expect(try abs(#require(found) - expected) < 0.01, "unit \(unit)")
    }
  }

  @Test("is unknown with focal lengths and sensors that do not exist")
  func unknown() {
    #expect(view([]).fieldOfView == nil)
    #expect(view([(0xA405, .short([0]))]).fieldOfView == nil)
    #expect(view([(0x920A, .rational([(50, 1)]))]).fieldOfView == nil)
    #expect(
      view([
        (0x920A, .rational([(50, 1)])), (0xA002, .long([6_000])), (0xA20E, .rational([(0, 0)])),
      ]).fieldOfView == nil)
    #expect(
      view([
        (0x920A, .rational([(50, 1)])), (0xA002, .long([6_000])), (0xA20E, .rational([(1, 1)])),
      ]).fieldOfView == nil)
  }

  @Test(
    "is read as each kind of drone writes it",
    arguments: [
      (
        "xmlns:drone-dji='http://www.dji.com/drone-dji/1.0/' drone-dji:GimbalYawDegree='-90.5' "
          + "drone-dji:GimbalPitchDegree='-89.90' drone-dji:GimbalRollDegree='+0.00' "
          + "drone-dji:RelativeAltitude='+52.30'", 269.5, -89.9, 0.0, 52.3
      ),
      (
        "xmlns:drone-parrot='http://www.parrot.com/drone-parrot/1.0/' "
          + "drone-parrot:CameraYawDegree='12' drone-parrot:CameraPitchDegree='-91.5' "
          + "drone-parrot:CameraRollDegree='1.25'", 12, -90, 1.25, nil
      ),
      (
        "xmlns:Camera='http://pix4d.com/camera/1.0/' Camera:Yaw='45' Camera:Pitch='0.5' "
          + "Camera:Roll='-2'", 45, -89.5, -2, nil
      ),
      (
        "xmlns:c='http://ns.sensefly.com/Camera/1.0/' c:Yaw='360' c:Pitch='90' c:Roll='0'", 0, 0, 0,
        nil
      ),
      // A copy of a drone's number in a field where 0 is straight down: it cannot be told what it means.
      (
        "xmlns:Camera='http://pix4d.com/camera/1.0/' Camera:Yaw='45' Camera:Pitch='-90'", 45, nil,
        nil, nil
      ),
    ] as [(String, Double, Double?, Double?, Double?)])
  func drones(
    attributes: String, direction: Double, pitch: Double?, roll: Double?, height: Double?
  ) {
    let facts = read(
      XMPFixture.jpeg(
        XMPFixture.packet(
          attributes: "exif:GPSLatitude='48,30N' exif:GPSLongitude='2,30E' " + attributes)))
    #expect(facts.place.location?.direction == direction)
    #expect(facts.view.pitch == pitch)
    #expect(facts.view.roll == roll)
    #expect(facts.view.relativeAltitude == height)
  }

  @Test("of a drone with a position in Exif is read from XMP too")
  func droneWithExif() {
    let packet = XMPFixture.packet(
      attributes: "xmlns:drone-dji='http://www.dji.com/drone-dji/1.0/' "
        + "drone-dji:GimbalYawDegree='30' drone-dji:GimbalPitchDegree='-45'")
    let facts = read(
      XMPFixture.jpeg(
        packet,
        exif: ExifFixture(
          image: [(0x010F, .ascii("DJI"))], exif: [(0x9003, .ascii("2024:05:01 12:00:00"))],
          gps: ExifFixture.paris)))
    #expect(facts.place.location?.source == .exif)
    #expect(facts.place.location?.direction == 30)
    #expect(facts.view.pitch == -45)
  }

  @Test("of a panorama is the part of the circle that it shows")
  func panorama() {
    let facts = read(
      XMPFixture.jpeg(
        XMPFixture.packet(
          attributes: "xmlns:GPano='http://ns.google.com/photos/1.0/panorama/' "
            + "GPano:FullPanoWidthPixels='8000' GPano:CroppedAreaImageWidthPixels='4000' "
            + "GPano:PoseHeadingDegrees='200' GPano:PosePitchDegrees='2' GPano:PoseRollDegrees='-1'"
        ), exif: ExifFixture(exif: [(0xA405, .short([28]))], gps: ExifFixture.paris)))
    #expect(facts.view == PhotoView(fieldOfView: 180, pitch: 2, roll: -1))
    #expect(facts.place.location?.direction == 200)
  }
}
