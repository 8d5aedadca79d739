internal import PhotoFacts

extension PhotoFilter {
  /// Requires a condition too.
  public mutating func require(_ condition: PhotoCondition) {
    self.condition = self.condition.map { .all([$0, condition]) } ?? condition
  }

  /// Requires another filter too.
  public mutating func require(_ other: PhotoFilter) {
    if let condition = other.condition { require(condition) }
    if let span = other.time { time = time?.intersection(span) ?? span }
    if let box = other.box, self.box != nil { require(.inBox(box)) }
    if let span = other.localTime, localTime != nil { require(.takenLocally(span)) }
    if let media = other.media, self.media ?? media != media { require(.any([])) }
    if let source = other.source, self.source ?? source != source { require(.any([])) }
    box = box ?? other.box
    localTime = localTime ?? other.localTime
    media = media ?? other.media
    source = source ?? other.source
    requireTexts(of: other)
  }

  /// Requires the texts of another filter too; those that ask for something else than this one are kept apart.
  private mutating func requireTexts(of other: PhotoFilter) {
    var rest = PhotoFilter()
    for text in [\.camera, \.path, \.country, \.region, \.place, \.area]
      as [WritableKeyPath<PhotoFilter, String?>]
    {
      guard let wanted = other[keyPath: text] else { continue }
      guard let own = self[keyPath: text] else {
        self[keyPath: text] = wanted
        continue
      }
      if !own.hasSameBytes(as: wanted) { rest[keyPath: text] = wanted }
    }
    others += other.others + (rest == PhotoFilter() ? [] : [rest])
  }
}
