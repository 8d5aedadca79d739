internal import PhotoFacts

extension PhotoReader {
  /// Whether an XMP packet could add to what is known; else it is not even looked at.
  static func needsXMP(_ facts: PhotoFacts) -> Bool {
    facts.place.location == nil || lacksTime(facts) || lacksCamera(facts)
  }

  /// Whether there is no time, or one that any better one replaces.
  private static func lacksTime(_ facts: PhotoFacts) -> Bool {
    facts.time == nil || facts.remarks.contains(ExifBlock.editingRemark)
  }

  private static func lacksCamera(_ facts: PhotoFacts) -> Bool {
    facts.camera.make == nil && facts.camera.model == nil
  }

  /// Reads the XMP packet at an offset and fills in what is not known yet.
  mutating func readXMP(at offset: Int, count: Int, into facts: inout PhotoFacts) {
    guard Self.needsXMP(facts), count > 0, offset < file.size else { return }
    guard count <= XMPPacket.longestPacket else {
      facts.remarks.append("the XMP packet of \(count) bytes is too long to be read")
      return
    }
    guard let document = file.collect(at: offset, count: min(count, file.size - offset)) else {
      return
    }
    readXMP(document, at: offset, into: &facts)
  }

  /// Reads an XMP packet that is in memory.
  func readXMP(_ document: [UInt8], at offset: Int?, into facts: inout PhotoFacts) {
    // Most packets are read for their place, and most of those have none.
    guard
      Self.lacksTime(facts) || Self.lacksCamera(facts)
        || facts.place.location == nil && XMPPacket.mentionsPosition(document)
    else { return }
    let packet = XMPPacket(document)
    guard packet.isWhole else {
      let place = offset.map { " at byte \($0)" } ?? ""
      facts.remarks.append("the XMP packet\(place) is damaged: nothing in it counts")
      return
    }
    takePlace(from: packet, into: &facts)
    if Self.lacksTime(facts), let time = packet.time(remarks: &facts.remarks) {
      facts.time = time
      facts.remarks.removeAll { $0 == ExifBlock.editingRemark }
    }
    let camera = packet.camera
    if Self.lacksCamera(facts) {
      (facts.camera.make, facts.camera.model) = (camera.make, camera.model)
    }
    facts.camera.lens = facts.camera.lens ?? camera.lens
  }

  /// Takes the place XMP gives where Exif gives none, and says so where Exif tried.
  private func takePlace(from packet: XMPPacket, into facts: inout PhotoFacts) {
    guard case .unlocated(let reason, let detail) = facts.place else { return }
    var remarks: [String] = []
    let place = packet.place(remarks: &remarks)
    switch place {
    case .located:
      if reason != .noGPS {
        let refusal = detail ?? reason.name
        facts.remarks.append("the place is from XMP, as that in Exif was refused: \(refusal)")
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
