internal import Geography
internal import PhotoFacts
public import PhotoIndex

/// Writes photos as an Atom feed (RFC 4287) with their positions (GeoRSS-Simple).
///
/// `updated` is when a photo was taken: the index does not record when a photo was added, and readers know entries by
/// their ids. An undated photo, or one dated beyond the year 9999, has the beginning of 1970.
public struct AtomFeed {
  private let baseURL: String

  /// Makes a writer; `baseURL` is the address of the server without a trailing slash.
  public init(baseURL: String) { self.baseURL = baseURL }

  /// The feed of these photos; `address` is its own.
  public func document(_ photos: [PhotoRecord], address: String) -> [UInt8] {
    var xml = XMLWriter()
    xml.raw(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss">
      <title>New photos</title><author><name>geoindex</name></author>

      """)
    xml.element("id", address)
    link("self", "application/atom+xml", address, to: &xml)
    link("alternate", "text/html", baseURL + "/", to: &xml)
    xml.element("updated", utc: photos.map(Self.time).max() ?? 0)
    for photo in photos { write(photo, to: &xml) }
    xml.raw("</feed>\n")
    return xml.bytes
  }

  private func write(_ photo: PhotoRecord, to xml: inout XMLWriter) {
    guard let place = photo.place.location?.coordinate else { return }
    let name = photo.title
    xml.raw("\n<entry>")
    xml.element("title", name)
    xml.element("id", "\(baseURL)/collections/photos/items/\(photo.id)")
    xml.element("updated", utc: Self.time(photo))
    link("alternate", "text/html", "\(baseURL)/#photo=\(photo.id)", to: &xml)
    let picture = PhotoFeature.thumbnail(baseURL, photo.id)
    link("enclosure", "image/jpeg", picture + "?width=1280", to: &xml)
    xml.raw("<georss:point>")
    xml.degrees(place.latitudeE7)
    xml.raw(" ")
    xml.degrees(place.longitudeE7)
    xml.raw("</georss:point><content type=\"html\">")
    var html = XMLWriter()
    html.raw("<img src=\"")
    html.text(picture)
    html.raw("\" alt=\"")
    html.text(name)
    html.raw("\"/>")
    xml.text(String(decoding: html.bytes, as: UTF8.self))
    xml.raw("</content></entry>")
  }

  private func link(_ rel: String, _ type: String, _ address: String, to xml: inout XMLWriter) {
    xml.raw("<link rel=\"")
    xml.text(rel)
    xml.raw("\" type=\"")
    xml.text(type)
    xml.raw("\" href=\"")
    xml.text(address)
    xml.raw("\"/>")
  }

  /// When a photo was taken; 0 if it is undated, or its year is beyond those of RFC 3339.
  private static func time(_ photo: PhotoRecord) -> Int64 { photo.time?.schemaTime ?? 0 }
}
