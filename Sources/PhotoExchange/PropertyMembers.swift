package import PhotoFacts

/// Properties as members of a JSON object, with prepared names.
///
/// The loop touches no reference-counted object: that took a tenth of the time of a feature.
struct PropertyMembers: Sendable {
  private struct Member {
    let get: PhotoProperty.Getter

    /// The range of `,"name":` in `keys`.
    let key: Range<Int>

    /// Whether it is one of the names of the position, or one of the words, which are often unknown together.
    let isOfPlace, isOfWords: Bool
  }

  private var members: [Member] = []
  private var keys: [UInt8] = []

  /// All properties of features.
  static let all = PropertyMembers(PhotoProperty.ofFeatures)

  init(_ properties: [PhotoProperty]) {
    for property in properties {
      let start = keys.count
      keys += ",\"\(property.name)\":".utf8
      members.append(
        Member(
          get: property.get, key: start..<keys.count, isOfPlace: property.group == .place,
          isOfWords: property.group == .words))
    }
  }

  /// Writes the known properties of a photo.
  func write(_ file: FileFacts, _ facts: PhotoFacts, to json: inout JSONWriter) {
    unsafe keys.withUnsafeBufferPointer { keys in
      let (hasNames, hasWords) = (facts.hasNames, facts.hasWords)
      for index in members.indices
      where (hasNames || !members[index].isOfPlace) && (hasWords || !members[index].isOfWords) {
        guard let value = members[index].get(file, facts) else { continue }
        let key = members[index].key
        unsafe json.name(keyed: UnsafeBufferPointer(rebasing: keys[key]))
        json.value(value)
      }
    }
  }
}

extension JSONWriter {
  /// Writes the value of a property.
  package mutating func value(_ value: PropertyValue) {
    switch value {
    case .text(let text): self.value(text)
    case .word(let text): plainText { $0.append(contentsOf: text.utf8) }
    case .path(let path): self.value(text: path.bytes)
    case .integer(let number): self.value(number)
    case .number(let number): self.value(number)
    case .moment(let instant, let offset):
      plainText { Timestamp.append(instant: instant, offsetMinutes: offset, to: &$0) }
    case .clock(let local): plainText { Timestamp.append(local: local, to: &$0) }
    case .truth(let truth): self.value(truth)
    case .list(let texts): array { json in for text in texts { json.value(text) } }
    }
  }
}
