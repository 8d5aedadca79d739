internal import PhotoFacts

extension PhotoReader {
  /// Whether the time is missing, or of a kind that a better one replaces.
  private static func lacksTime(_ facts: PhotoFacts) -> Bool {
    facts.time?.localMilliseconds == nil || facts.remarks.contains(ExifBlock.editingRemark)
  }

  private static func lacksCamera(_ facts: PhotoFacts) -> Bool {
    facts.camera.make == nil && facts.camera.model == nil
  }

  /// Reads the XMP packet at an offset: its words, and facts that are missing.
  mutating func readXMP(at offset: Int, count: Int, into facts: inout PhotoFacts) {
    guard count > 0, offset < file.size else { return }
    guard count <= XMPPacket.longestPacket else {
      noteUnread("the XMP packet of \(count) bytes is too long to be read", in: &facts)
      return
    }
    guard let document = file.collect(at: offset, count: min(count, file.size - offset)) else {
      return
    }
    readXMP(document, at: offset, into: &facts)
  }

  /// Reads an XMP packet that is in memory.
  mutating func readXMP(_ document: [UInt8], at offset: Int?, into facts: inout PhotoFacts) {
    // Most packets have neither a place nor words.
    guard
      Self.lacksTime(facts) || Self.lacksCamera(facts)
        || facts.place.location == nil && XMPPacket.mentionsPosition(document)
        || XMPPacket.mentionsWordsOrView(document)
    else { return }
    let packet = XMPPacket(document)
    guard packet.isWhole else {
      let place = offset.map { " at byte \($0)" } ?? ""
      noteUnread("the XMP packet\(place) is damaged and was ignored", in: &facts)
      return
    }
    takePlace(from: packet, into: &facts)
    takeView(from: packet, into: &facts)
    words.xmp.complete(by: packet.words)
    collect(&facts)
    takeTime(from: packet, into: &facts)
    // Some PNG writers put the orientation only into XMP.
    if facts.format == .png, exif.image[.orientation] == nil, let orientation = packet.orientation {
      facts.orientation = orientation
    }
    let camera = packet.camera
    if Self.lacksCamera(facts) {
      (facts.camera.make, facts.camera.model) = (camera.make, camera.model)
    }
    facts.camera.lens = facts.camera.lens ?? camera.lens
  }

  /// Takes the time of XMP if Exif has none, or only the GPS time and XMP is less than a day away.
  ///
  /// A later edit would be further away.
  private func takeTime(from packet: XMPPacket, into facts: inout PhotoFacts) {
    guard Self.lacksTime(facts) else { return }
    var remarks: [String] = []
    let instant = facts.time?.localMilliseconds == nil ? facts.time?.instantMilliseconds : nil
    guard let time = packet.time(satellite: instant, remarks: &remarks) else {
      facts.remarks += remarks
      return
    }
    let day = 86_400_000
    if let instant, time.localMilliseconds.map({ abs($0 - instant) < day }) != true { return }
    facts.time = time
    facts.remarks.removeAll { $0 == ExifBlock.editingRemark }
    facts.remarks += remarks
  }

  /// Takes how the camera looked, and the direction if the position has none yet.
  private mutating func takeView(from packet: XMPPacket, into facts: inout PhotoFacts) {
    let view = packet.view
    facts.view.pitch = facts.view.pitch ?? view.pitch
    facts.view.roll = facts.view.roll ?? view.roll
    facts.view.relativeAltitude = facts.view.relativeAltitude ?? view.relativeAltitude
    lens.partOfPanorama = lens.partOfPanorama ?? packet.partOfPanorama
    if facts.place.location?.direction == nil { facts.place.location?.direction = packet.heading }
  }

  /// Takes the place of XMP if Exif has none; adds a remark if Exif's was refused.
  private func takePlace(from packet: XMPPacket, into facts: inout PhotoFacts) {
    guard case .unlocated(let reason, let detail) = facts.place else { return }
    var remarks: [String] = []
    let place = packet.place(at: facts.time, remarks: &remarks)
    switch place {
    case .located:
      if reason != .noGPS {
        let refusal = detail ?? reason.name
        facts.remarks.append("the place is from XMP, because that in Exif was refused: \(refusal)")
      }
      facts.place = place
    case .unlocated(.noGPS, _): break
    case .unlocated(let reasonOfXMP, let detail):
      if reason == .noGPS {
        facts.place = place
      } else {
        facts.remarks.append("the place in XMP is refused too: \(detail ?? reasonOfXMP.name)")
      }
    }
    facts.remarks += remarks
  }
}
