// Swift takes an é for the same as an e with an accent; SQLite and file systems do not. What is kept
// of the answers to a question must not be given for the other, so questions compare byte by byte.

extension String {
  package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
  package func hasSameBytes(as other: String?) -> Bool {
    guard let self, let other else { return (self == nil) == (other == nil) }
    return self.hasSameBytes(as: other)
  }
}

extension PhotoValue: Hashable {
  /// Whether both are the same value, texts to the byte.
  public static func == (left: PhotoValue, right: PhotoValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    default: false
    }
  }

  /// Feeds the value; texts of the same bytes have the same hash, also by Swift's own.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): hasher.combine(text)
    case .integer(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    }
  }
}

extension PhotoFilter: Hashable {
  /// Whether both ask the same, texts to the byte.
  public static func == (left: PhotoFilter, right: PhotoFilter) -> Bool {
    left.box == right.box && left.time == right.time
      && left.localTime == right.localTime && left.media == right.media
      && left.source == right.source && left.condition == right.condition
      && left.camera.hasSameBytes(as: right.camera) && left.path.hasSameBytes(as: right.path)
  }

  /// Feeds all that is asked.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(box)
    hasher.combine(time)
    hasher.combine(localTime)
    hasher.combine(media)
    hasher.combine(source)
    hasher.combine(condition)
    hasher.combine(camera)
    hasher.combine(path)
  }
}
