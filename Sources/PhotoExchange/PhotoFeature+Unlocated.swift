internal import PhotoFacts
public import PhotoIndex

extension PhotoFeature {
  /// Writes a file that is not on the map: its properties and the reason.
  ///
  /// It has links only if the server would serve the file: if it is a photo that a scan has seen.
  public func write(unlocated photo: PhotoRecord, to json: inout JSONWriter) {
    guard case .unlocated(let reason, let detail) = photo.facts.place else { return }
    json.object { json in
      json.name("id")
      json.value(photo.id)
      json.member("reason", reason.name)
      json.member("detail", detail)
      write(photo.fileFacts, photo.facts, to: &json)
      if photo.facts.format != nil, photo.hasBeenSeen { writeLinks(photo.id, to: &json) }
    }
  }
}
