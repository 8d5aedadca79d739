internal import Geography
public import PhotoFacts

extension PhotoFeature {
  /// Writes what was read from a file that no index knows: a feature whose geometry is null and that
  /// says why, where the file tells no place.
  public func write(_ facts: PhotoFacts, filename: String?, size: Int, to json: inout JSONWriter) {
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
        json.member("filename", filename)
        json.member("media", facts.format?.mimeType)
        json.member("size", size)
        json.member("width", facts.shownSize?.width)
        json.member("height", facts.shownSize?.height)
        if facts.format != nil { json.member("orientation", Int(facts.orientation.rawValue)) }
        if let time = facts.time { writeTime(time, to: &json) }
        if let location = facts.place.location { writeLocation(location, to: &json) }
        json.member("cameraMake", facts.camera.make)
        json.member("cameraModel", facts.camera.model)
        json.member("lens", facts.camera.lens)
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
