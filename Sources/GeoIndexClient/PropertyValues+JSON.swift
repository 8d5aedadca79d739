internal import JSON
internal import PhotoFacts

extension PropertyValues {
  /// Parses the properties of a feature; values of an unexpected type are skipped.
  init(_ properties: JSONValue) {
    self.init()
    for property in PhotoProperty.ofFeatures {
      self[property] = properties[property.name].flatMap { Self.value($0, of: property.kind) }
    }
  }

  private static func value(_ json: JSONValue, of kind: PhotoProperty.Kind) -> PropertyValue? {
    switch kind {
    case .text: json.text.map(PropertyValue.text)
    case .word: json.text.map(PropertyValue.word)
    case .path: json.text.map { .path(FilePath($0)) }
    case .encodedPath:
      json.text.flatMap { PercentText.decode(Array($0.utf8)[...]) }.map {
        .path(FilePath(bytes: $0))
      }
    case .integer(let range):
      json.whole.map(Int64.init).flatMap { range.contains($0) ? .integer($0) : nil }
    case .number: json.number.map(PropertyValue.number)
    case .moment, .clock: json.text.flatMap { PropertyValue(time: Array($0.utf8)[...]) }
    case .list: json.elements.flatMap { PropertyValue($0.compactMap(\.text)) }
    case .truth: json.truth.map(PropertyValue.truth)
    case .geometry: nil
    }
  }
}
