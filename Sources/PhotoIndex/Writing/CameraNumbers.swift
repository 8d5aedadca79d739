internal import PhotoFacts

/// The ids of cameras, by their texts in the order of the columns.
struct CameraNumbers {
  // Real libraries have some hundred cameras; an import may have one per photo.
  private static let greatestCount = 20_000
  private static let recentCount = 4

  private var known: [[String?]: Int64] = [:]

  // Photos come in the order in which they were taken. Most are from the same camera as the one before,
  // sometimes with its other lens. Comparing with a few cameras is faster than hashing all texts.
  private var recent: [(camera: [String?], id: Int64)] = []
  private var next = 0

  func recentNumber(of facts: PhotoFacts) -> Int64? {
    let columns = PhotoProperty.ofCameras
    let found = recent.firstIndex { other in
      columns.indices.allSatisfy { columns[$0].text.get(facts) == other.camera[$0] }
    }
    return found.map { recent[$0].id }
  }

  mutating func number(of camera: [String?]) -> Int64? {
    guard let id = known[camera] else { return nil }
    note(camera, id)
    return id
  }

  mutating func remember(_ camera: [String?], _ id: Int64) {
    if known.count >= Self.greatestCount { known.removeAll(keepingCapacity: true) }
    known[camera] = id
    note(camera, id)
  }

  private mutating func note(_ camera: [String?], _ id: Int64) {
    if recent.count < Self.recentCount { return recent.append((camera, id)) }
    recent[next] = (camera, id)
    next = (next + 1) % Self.recentCount
  }
}
