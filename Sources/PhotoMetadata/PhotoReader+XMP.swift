internal import PhotoFacts

extension PhotoReader {
  /// Whether an XMP packet could add to what is known; else it is not even looked at.
  static func needsXMP(_ facts: PhotoFacts) -> Bool {
    facts.place.location == nil || lacksTime(facts) || lacksCamera(facts)
  }

  /// Whether there is no time, none but the receiver's, or one that any better one replaces.
  private static func lacksTime(_ facts: PhotoFacts) -> Bool {
    facts.time?.localMilliseconds == nil || facts.remarks.contains(ExifBlock.editingRemark)
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
    takeTime(from: packet, into: &facts)
    let camera = packet.camera
    if Self.lacksCamera(facts) {
      (facts.camera.make, facts.camera.model) = (camera.make, camera.model)
    }
    facts.camera.lens = facts.camera.lens ?? camera.lens
  }

  /// Takes the time XMP gives where Exif gives none, or a clock reading that goes with the time of
  /// Exif's GPS receiver: less than a day away, as a later edit is not.
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
