internal import Geography
public import PhotoFacts

extension PhotoFeature {
  /// Writes the metadata of an uploaded file as a feature.
  ///
  /// If the file has no position, the geometry is null and the reason is a property.
  public func write(sent file: FileFacts, _ facts: PhotoFacts, to json: inout JSONWriter) {
    json.object { json in
      json.member("type", "Feature")
      if let location = facts.place.location {
        Self.writePoint(location.coordinate, to: &json)
      } else {
        json.name("geometry")
        json.raw("null".utf8)
      }
      json.name("properties")
      json.object { json in
        PropertyMembers.ofSentFile(facts).write(file, facts, to: &json)
        if case .unlocated(let reason, let detail) = facts.place {
          json.member("reason", reason.name)
          json.member("detail", detail)
        }
        if !facts.remarks.isEmpty {
          json.member("remarks", facts.remarks.joined(separator: "; "))
        }
      }
    }
  }
}

extension PropertyMembers {
  /// The properties of an uploaded file, without orientation if its format is unknown.
  fileprivate static func ofSentFile(_ facts: PhotoFacts) -> PropertyMembers {
    PropertyMembers(
      PhotoProperty.ofFeatures.filter {
        $0.group != .library && (facts.format != nil || $0 != .orientation)
      })
  }
}
