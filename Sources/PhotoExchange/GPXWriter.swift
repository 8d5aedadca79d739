internal import Geography
internal import PhotoFacts
internal import PhotoIndex

/// Writes photos as waypoints (GPX 1.1).
struct GPXWriter: Sendable {
  /// The address of the server, for links.
  let baseURL: String?

  func begin(_ xml: inout XMLWriter) {
    xml.raw(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="geoindex" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata><name>Photos</name></metadata>

      """)
  }

  func end(_ xml: inout XMLWriter) { xml.raw("</gpx>\n") }

  /// Writes a waypoint; the schema fixes the order of its elements.
  func write(_ photo: PhotoRecord, line: GeodesicLine?, to xml: inout XMLWriter) {
    guard let location = photo.place.location else { return }
    let place = location.coordinate
    xml.raw("<wpt lat=\"")
    xml.degrees(place.latitudeE7)
    xml.raw("\" lon=\"")
    // The schema excludes a longitude of exactly 180°.
    xml.degrees(place.longitudeE7 == 1_800_000_000 ? -1_800_000_000 : place.longitudeE7)
    xml.raw("\">")
    xml.element("ele", XMLWriter.decimal(location.altitude))
    xml.element("time", utc: photo.time?.schemaInstant)
    let name = photo.title
    xml.element("name", name)
    xml.raw("<desc>")
    PhotoDetails(marks: ("", ": ", "&#10;")).write(photo, line: line, to: &xml)
    // Remove the line break after the last line.
    xml.bytes.removeLast("&#10;".utf8.count)
    xml.raw("</desc>")
    xml.element("src", location.source.name)
    if let link = link(photo) {
      xml.raw("<link href=\"")
      xml.text(link)
      xml.raw("\">")
      xml.element("text", name)
      xml.element("type", photo.format?.mimeType)
      xml.raw("</link>")
    }
    // The usual symbol names include no photo; receivers draw this one as a camera.
    xml.raw("<sym>Scenic Area</sym>")
    xml.element("type", photo.format.map { $0.kind == .video ? "Video" : "Photo" } ?? "Photo")
    xml.raw("</wpt>\n")
  }

  /// The URL of the photo: at the server, or else a file URL.
  private func link(_ photo: PhotoRecord) -> String? {
    if let baseURL { return PhotoFeature.original(baseURL, photo.id) }
    guard photo.root.bytes.first == UInt8(ascii: "/") else { return nil }
    return "file://" + PercentText.encode(photo.file.bytes)
  }
}
