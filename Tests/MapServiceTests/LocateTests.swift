import Foundation
import HTTPServer
import MapService
import TestSupport
import Testing

/// Uploads to /locate.
@Suite struct LocateTests {
  private func sample(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: SamplePhotos.path(name))))
  }

  private func form(_ files: [(name: String, bytes: [UInt8])]) -> ([UInt8], Headers) {
    var body: [UInt8] = []
    for (name, bytes) in files {
      body += Array("--b0undary\r\nContent-Disposition: form-data; name=\"photo\"; ".utf8)
      body += Array("filename=\"\(name)\"\r\n\r\n".utf8) + bytes + Array("\r\n".utf8)
    }
    return (
      body + Array("--b0undary--\r\n".utf8),
      ["Content-Type": "multipart/form-data; boundary=b0undary"]
    )
  }

  private func features(_ files: [(name: String, bytes: [UInt8])]) throws -> [Feature] {
    let (body, headers) = form(files)
    let answer = try Service.shared().post("/locate", body, headers)
    try #require(answer.status == 200, "\(answer.text)")
    #expect(answer.headers["Content-Type"] == "application/geo+json")
    let json = try answer.json()
    let features = try #require(json["features"] as? [[String: Any]]).map(Feature.init)
    #expect(json["numberReturned"] as? Int == features.count)
    return features
  }

  @Test(arguments: ["image/jpeg", "application/octet-stream", "IMAGE/anything; x=y", nil])
  func onePhotoIsSentAsItIs(type: String?) throws {
    let service = try Service.shared()
    let headers: Headers = type.map { ["Content-Type": $0] } ?? [:]
    let answer = try service.post("/locate", sample("2021-jordan/petra.jpg"), headers)
    #expect(answer.status == 200)
    #expect(answer.headers["Cache-Control"] == "no-store")
    let feature = try #require(try answer.json()["features"] as? [[String: Any]])
    try #require(feature.count == 1)
    #expect(Feature(raw: feature[0]).coordinates == [35.452, 30.3223])
    #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
  }

  @Test func everySamplePhotoIsReadAsAScanReadsIt() throws {
    let service = try Service.shared()
    let names = try SamplePhotos.names()
      .filter { FileManager.default.isReadableFile(atPath: SamplePhotos.path($0)) }
      .sorted()
    let found = try features(names.map { ($0, try sample($0)) })
    #expect(found.count == names.count)
    #expect(names.count > 52)
    var scanned: [String: Feature] = [:]
    for feature in try service.features("/collections/photos/items") {
      scanned[feature.properties["path"] as? String ?? ""] = feature
    }
    for (name, feature) in zip(names, found) {
      #expect(feature.filename == name.split(separator: "/").last.map(String.init))
      guard let known = scanned[name] else {
        #expect(feature.raw["geometry"] is NSNull, "\(name)")
        #expect(feature.properties["reason"] != nil, "\(name)")
        continue
      }
      #expect(feature.coordinates == known.coordinates, "\(name)")
      for (key, value) in known.properties
      where !["path", "root", "thumbnail", "original"].contains(key) {
        #expect(feature.properties[key] as? AnyHashable == value as? AnyHashable, "\(name) \(key)")
      }
    }
    // Nothing was stored.
    #expect(try service.json("/collections/photos/items")["numberMatched"] as? Int == 52)
  }

  @Test func uploadedSidecarsApplyToTheirPhotos() throws {
    let xmp = Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="10,0.0N" \
      exif:GPSLongitude="20,30.0W"/></rdf:RDF></x:xmpmeta>
      """.utf8)
    let takeout = Array(
      #"{"title":"c.jpg","photoTakenTime":{"timestamp":"1"},"geoData":{"latitude":5.0,"longitude":6.0,"altitude":0.0}}"#
        .utf8)
    let photo = try sample("2021-jordan/petra.jpg")
    let bare = try sample("odd-cases/no-gps.jpg")
    let found = try features([
      ("a.jpg.xmp", xmp), ("a.jpg", photo), ("dir/a.jpg", photo), ("b.jpg", photo), ("b.xmp", xmp),
      ("c.jpg", bare), ("c.jpg.json", takeout), ("lost.xmp", xmp), ("other\\a.jpg", photo),
      ("other\\a.jpg.xmp", xmp),
    ])
    #expect(
      found.map(\.filename) == ["a.jpg", "a.jpg", "b.jpg", "c.jpg", "lost.xmp", "a.jpg"])
    #expect(
      found.map(\.coordinates) == [
        [-20.5, 10], [35.452, 30.3223], [-20.5, 10], [6, 5], [], [-20.5, 10],
      ])
    #expect(found[0].properties["locationSource"] as? String == "sidecar")
    #expect(found[3].properties["locationSource"] as? String == "takeout")
    #expect(found[4].properties["reason"] as? String == "unsupported")
  }

  @Test func aFileThatIsNoPhotoIsAFeatureWithAReason() throws {
    let found = try features([
      ("", []), ("../../etc/passwd", Array("root".utf8)), ("a\u{1}.jpg", [0xFF, 0xD8, 0xFF]),
      ("é/ü.jpg", try sample("odd-cases/no-gps.jpg")),
    ])
    #expect(found.map(\.filename) == ["", "passwd", "a\u{1}.jpg", "ü.jpg"])
    let reasons = found.map { $0.properties["reason"] as? String ?? "" }
    #expect(reasons == ["unreadable", "unsupported", "unsupported", "no-gps"])
    #expect(found.allSatisfy { $0.raw["geometry"] is NSNull })
  }

  @Test(
    "Invalid requests are refused",
    arguments: [
      ("image/jpeg", "", 400), ("text/plain", "x", 415),
      ("application/x-www-form-urlencoded", "x", 415), ("multipart/form-data", "x", 400),
      ("multipart/form-data; boundary=a", "x", 400), ("multipart/mixed; boundary=a", "x", 415),
      ("multipart/form-data; boundary=a", "--a\r\n\r\n\r\n--a--", 400),
    ])
  func refused(type: String, body: String, status: Int) throws {
    let answer = try Service.shared().post(
      "/locate", Array(body.utf8), ["Content-Type": type])
    #expect(answer.status == status, "\(answer.text)")
    #expect(answer.text.contains("\"detail\""), "\(answer.text)")
  }

  @Test func pagesOfOtherHostsMaySendNothing() throws {
    let service = try Service.shared()
    let photo = try sample("2021-jordan/petra.jpg")
    let cases: [(Headers, Int)] = [
      (["Origin": "http://photos.test:8080"], 200), (["Origin": "http://evil.example"], 403),
      (["Origin": "null"], 403), (["Origin": "http://photos.test"], 403), (["Origin": ""], 403),
      (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
      (["Sec-Fetch-Site": "same-origin", "Origin": "http://photos.test:8080"], 200),
      (["Sec-Fetch-Site": "none"], 200), (["Content-Encoding": "gzip"], 415),
    ]
    for (headers, status) in cases {
      #expect(try service.post("/locate", photo, headers).status == status, "\(headers)")
    }
    #expect(try service.post("/locate?g=1", photo).status == 400)
    #expect(try service.ask(.delete, "/locate").status == 405)
    let behind = try Service(["2021-jordan/petra.jpg"], baseURL: "https://maps.example/photos")
    #expect(try behind.post("/locate", photo, ["Origin": "https://maps.example"]).status == 200)
    #expect(try behind.post("/locate", photo, ["Origin": "https://maps.exam"]).status == 403)
  }

  @Test func aFileOfPicasaThatIsSentAlongDescribesItsPhotos() throws {
    let photo = try sample("2024-japan/mount-fuji.jpg")
    let document =
      "[Contacts2]\n1f=Ada Lindqvist;;\n[A.jpg]\nfaces=rect64(1),1f\n[b.jpg]\nstar=yes\n"
    let found = try features([
      ("a.jpg", photo), (".picasa.ini", Array(document.utf8)), ("b.jpg", photo),
      ("other/.picasa.ini", Array(document.utf8)),
    ])
    #expect(found.count == 3)
    #expect(found[0].properties["people"] as? [String] == ["Ada Lindqvist"])
    #expect(found[1].properties["favourite"] as? Bool == true)
    #expect(found[2].properties["reason"] as? String == "unsupported")
  }
}
