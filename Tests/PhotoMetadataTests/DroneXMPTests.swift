import Geography
import PhotoFacts
import Testing

@testable import PhotoMetadata

@Suite("XMP of a drone")
struct DroneXMPTests {
  private static func packet(_ attributes: String) -> String {
    XMPFixture.packet(
      attributes: "xmlns:drone-dji='http://www.dji.com/drone-dji/1.0/' " + attributes)
  }

  @Test(
    "gives the position under each of its spellings, signed, with its altitude",
    arguments: ["GpsLongitude", "GpsLongtitude"])
  func position(longitude: String) throws {
    let facts = read(
      XMPFixture.jpeg(
        Self.packet(
          "drone-dji:GpsLatitude='-33.8568' drone-dji:\(longitude)='+151.2153' "
            + "drone-dji:AbsoluteAltitude='+120.53'")))
    let location = try #require(facts.place.location, "\(facts.refusal ?? "")")
    #expect(abs(location.coordinate.latitude + 33.8568) < 1e-7)
    #expect(abs(location.coordinate.longitude - 151.2153) < 1e-7)
    #expect(location.altitude == 120.53)
    #expect(location.source == .xmp)
    #expect(facts.remarks.isEmpty)
  }

  @Test("comes after the position the standard names, and fills in its altitude")
  func precedence() {
    let facts = read(
      XMPFixture.jpeg(
        Self.packet(
          "exif:GPSLatitude='48,30N' exif:GPSLongitude='2,30E' drone-dji:GpsLatitude='1' "
            + "drone-dji:GpsLongitude='2' drone-dji:AbsoluteAltitude='7'")))
    #expect(facts.place.location?.coordinate.latitude == 48.5)
    #expect(facts.place.location?.altitude == 7)
  }

  @Test("without a fix, or with half of one, gives no position and says why")
  func refusals() {
    let cases = [
      ("drone-dji:GpsLatitude='0' drone-dji:GpsLongitude='0'", "null-island"),
      ("drone-dji:GpsLatitude='12'", "invalid-gps: drone-dji:GpsLongitude is missing"),
      (
        "drone-dji:GpsLatitude='91' drone-dji:GpsLongitude='1'",
        "invalid-gps: drone-dji:GpsLatitude 91° is beyond ±90°"
      ),
    ]
    for (attributes, refusal) in cases {
      #expect(read(XMPFixture.jpeg(Self.packet(attributes))).refusal == refusal)
    }
  }

  @Test("with an altitude that is none keeps the position, and names what it refuses")
  func oddAltitude() {
    let facts = read(
      XMPFixture.jpeg(
        Self.packet(
          "drone-dji:GpsLatitude='1' drone-dji:GpsLongitude='2' "
            + "drone-dji:AbsoluteAltitude='high'")))
    #expect(facts.place.location?.altitude == nil)
    #expect(facts.remarks == ["drone-dji:AbsoluteAltitude is “high”: refused"])
  }
}
