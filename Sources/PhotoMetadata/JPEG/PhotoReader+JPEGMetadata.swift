internal import PhotoFacts

extension PhotoReader {
  /// Reads the metadata of a JPEG file other than Exif, if facts are missing.
  mutating func readMetadata(_ beside: JPEGMetadata, into facts: inout PhotoFacts) {
    if let packet = beside.packet {
      readXMP(at: packet.offset, count: packet.count, into: &facts)
      readExtension(of: packet, beside, into: &facts)
    }
    let isBare = !beside.hasExif && beside.packet == nil
    if !beside.resources.isEmpty {
      readResources(beside.resources, isBare: isBare, into: &facts)
    }
    if facts.embeddedThumbnail == nil, let thumbnail = beside.thumbnail,
      thumbnail.offset + thumbnail.count <= file.size
    {
      facts.embeddedThumbnail = thumbnail
    }
    readFilmBehind(packet: beside.packet, into: &facts)
  }

  /// Reads the extension of an XMP packet.
  private mutating func readExtension(
    of packet: ByteRange, _ beside: JPEGMetadata, into facts: inout PhotoFacts
  ) {
    guard let part = beside.extensions.first,
      facts.place.location == nil || facts.time == nil || part.total <= XMPPacket.longestPacket,
      let main = file.collect(at: packet.offset, count: packet.count),
      let name = Self.nameOfExtension(in: main)
    else { return }
    // Extensions of panoramas and depth maps have many megabytes.
    guard part.total <= JPEGMetadata.longestBlock else {
      noteUnread(
        "the extended XMP packet of \(part.total) bytes is too long to be read", in: &facts)
      return
    }
    guard let pieces = beside.extensionPieces(named: name),
      let document = file.collect(pieces, atMost: JPEGMetadata.longestBlock)
    else {
      noteUnread("the extended XMP packet is incomplete and was ignored", in: &facts)
      return
    }
    readXMP(document, at: nil, into: &facts)
  }

  /// The value of `xmpNote:HasExtendedXMP`, as attribute or element.
  private static func nameOfExtension(in packet: [UInt8]) -> [UInt8]? {
    let property = Array("HasExtendedXMP".utf8)
    guard let at = packet.firstIndex(of: property) else { return nil }
    let rest = packet[(at + property.count)...].drop { byte in
      !(0x30...0x39).contains(byte) && !(0x41...0x46).contains(byte)
    }
    return rest.count >= 32 ? Array(rest.prefix(32)) : nil
  }
}
