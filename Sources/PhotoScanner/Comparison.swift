internal import PhotoIndex

/// Finds names in a list that is in the same order as they are asked for.
struct Comparison {
  private let known: [KnownFile]
  private var next = 0
  private(set) var rest: [KnownFile] = []

  init(_ known: [KnownFile]) { self.known = known }

  /// The entry of that name; those passed over on the way are left in `rest`.
  ///
  /// A scan that was cut off after it found a file under the name of another leaves two entries of
  /// that name; the one with the file's inode is then meant.
  mutating func take(_ name: [UInt8], inode: UInt64) -> KnownFile? {
    while next < known.count, known[next].name.lexicographicallyPrecedes(name) {
      rest.append(known[next])
      next += 1
    }
    var found: KnownFile?
    while next < known.count, known[next].name == name {
      let isMeant = found == nil || known[next].stamp.inode == inode
      if let other = isMeant ? found : known[next] { rest.append(other) }
      if isMeant { found = known[next] }
      next += 1
    }
    return found
  }

  /// What was never asked for.
  mutating func finish() {
    rest += known[next...]
    next = known.count
  }
}
