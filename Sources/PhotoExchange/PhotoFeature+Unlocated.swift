internal import PhotoFacts
public import PhotoIndex

extension PhotoFeature {
  /// Writes a file that is not on the map: the properties a feature would have, and why it is none.
  ///
  /// It has links only to what is handed out, which is no file that is not a photo, and none that no
  /// scan has seen.
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
