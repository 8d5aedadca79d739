internal import Files
internal import PhotoIndex

/// Merges the sorted files of a directory with the files the index has of it.
///
/// Names must be taken in ascending order.
struct MergeJoin {
  private let known: [KnownFile]
  private var next = 0
  private(set) var rest: [KnownFile] = []

  init(_ known: [KnownFile]) { self.known = known }

  /// The known file of that name; known files before it are appended to `rest`.
  ///
  /// An interrupted scan that had found a file under another file's name leaves two entries with that
  /// name. The entry with the same inode is returned then, and the first one if no inode is given.
  mutating func take(_ name: [UInt8], inode: UInt64? = nil) -> KnownFile? {
    while next < known.count, known[next].name.lexicographicallyPrecedes(name) {
      rest.append(known[next])
      next += 1
    }
    var found: KnownFile?
    while next < known.count, known[next].name == name {
      let isMeant = found == nil || known[next].stamp?.inode == inode
      if let other = isMeant ? found : known[next] { rest.append(other) }
      if isMeant { found = known[next] }
      next += 1
    }
    return found
  }

  /// Appends the remaining known files to `rest`.
  mutating func finish() {
    rest += known[next...]
    next = known.count
  }
}
