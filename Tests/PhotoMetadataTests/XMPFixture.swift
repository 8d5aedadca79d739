/// Hand-made XMP packets.
enum XMPFixture {
  /// A packet with these attributes and elements in its one description.
  static func packet(attributes: String = "", elements: String = "") -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
     xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
     <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
      xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
      xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \(attributes)>\(elements)
     </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
  }

  /// A packet with one position, and more attributes.
  static func position(_ latitude: String, _ longitude: String, _ more: String = "") -> String {
    packet(
      attributes: "exif:GPSLatitude='\(latitude)' exif:GPSLongitude='\(longitude)' \(more)")
  }

  /// The segment of a JPEG file that holds a packet.
  static func segment(_ packet: [UInt8]) -> [UInt8] {
    JPEGFixture.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet)
  }

  /// A picture with a packet and, before it, an Exif block.
  static func jpeg(_ packet: String, exif: ExifFixture? = nil) -> [UInt8] {
    let block = exif.map { [JPEGFixture.segment(0xE1, Array("Exif\0\0".utf8) + $0.tiff)] } ?? []
    return JPEGFixture.picture(block + [segment(Array(packet.utf8))])
  }
}
