internal import Geography
internal import PhotoFacts
internal import PhotoIndex

/// Writes photos as placemarks (KML 2.2).
struct KMLWriter: Sendable {
  /// The address of the server, for pictures.
  let baseURL: String?

  /// The style has no icon, because a viewer would load it from another host, which would learn of the user.
  func begin(_ xml: inout XMLWriter) {
    xml.raw(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2">
      <Document>
      <name>Photos</name>
      <Style id="photo"><IconStyle><color>ff3c78f0</color><scale>0.8</scale></IconStyle>\
      <LabelStyle><scale>0.7</scale></LabelStyle></Style>

      """)
  }

  func end(_ xml: inout XMLWriter) { xml.raw("</Document>\n</kml>\n") }

  /// Writes a placemark; the schema fixes the order of its elements.
  func write(_ photo: PhotoRecord, line: GeodesicLine?, to xml: inout XMLWriter) {
    guard let place = photo.place.location?.coordinate else { return }
    xml.raw("<Placemark id=\"photo-")
    xml.number(photo.id)
    xml.raw("\">")
    let name = photo.title
    xml.element("name", name)
    xml.element("description", description(photo, name))
    if let time = photo.time?.schemaInstant {
      xml.raw("<TimeStamp>")
      xml.element("when", utc: time)
      xml.raw("</TimeStamp>")
    }
    xml.raw("<styleUrl>#photo</styleUrl><ExtendedData>")
    PhotoDetails(marks: ("<Data name=\"", "\"><value>", "</value></Data>"))
      .write(photo, line: line, to: &xml)
    xml.raw("</ExtendedData><Point><coordinates>")
    xml.degrees(place.longitudeE7)
    xml.raw(",")
    xml.degrees(place.latitudeE7)
    xml.raw("</coordinates></Point></Placemark>\n")
  }

  /// The HTML of the balloon, with the picture if a server has it.
  private func description(_ photo: PhotoRecord, _ name: String) -> String {
    var html = XMLWriter()
    if let baseURL {
      html.raw("<a href=\"")
      html.text(PhotoFeature.original(baseURL, photo.id))
      html.raw("\"><img src=\"")
      html.text(PhotoFeature.thumbnail(baseURL, photo.id))
      html.raw("\" alt=\"")
      html.text(name)
      html.raw("\"/></a><br/>")
    }
    html.text(photo.fileFacts.path?.text ?? name)
    let time = photo.time.flatMap { time in
      Timestamp.instant(time) ?? time.localMilliseconds.map(Timestamp.local)
    }
    for text in [time, photo.camera.model].compactMap(\.self) {
      html.raw("<br/>")
      html.text(text)
    }
    return String(decoding: html.bytes, as: UTF8.self)
  }
}
