internal import Grid

/// The group and the locality of every photo of one version of an index, for counting many of them.
///
/// A group is a directory with a camera. Photos of one outing share a group and few localities, so each photo has
/// the number of such a pair, in four bytes. Ids are assigned one after the other, so nearly all photos are in one
/// array. Photos with much higher ids, as an import may bring, are stored separately.
struct PhotoGroups: Sendable {
  /// The positions of a group and of a locality in the two lists.
  private struct Pair: Equatable {
    static let none = Pair(group: 0, locality: 0)

    var group: UInt32
    var locality: UInt32

    init(group: UInt32, locality: UInt32) { (self.group, self.locality) = (group, locality) }

    init(key: UInt64) {
      self.init(group: UInt32(truncatingIfNeeded: key), locality: UInt32(key >> 32))
    }

    var key: UInt64 { UInt64(group) | UInt64(locality) << 32 }
  }

  /// The version of the index.
  private(set) var version: Int64

  private var groupNumbers = Numbering()
  private var localityNumbers = Numbering()
  private var pairNumbers = Numbering()
  private var row: [UInt32] = []
  private var others: [Int64: UInt32] = [:]
  private var count = 0

  /// The photo that was set last, because the next one is usually in the same pair.
  private var recent = (group: PhotoGroup.none, pair: UInt32(0))

  /// The number of pairs above which all blocks are read again, to drop those without photos.
  private var most = 0

  /// Reads all blocks.
  init(_ reader: IndexReader) throws {
    version = try reader.version()
    // Growing would need the old and the new array at a time.
    row.reserveCapacity(try reader.blockCount() * Int(PhotoBlock.capacity))
    try reader.forEachPhoto(ofBlock: nil) { id, group in set(group, of: id) }
    most = 2 * pairCount + 1_000
  }

  /// The number of pairs, the first of which stands for no photo.
  var pairCount: Int { pairNumbers.keys.count }

  /// The groups that exist or existed, as `PhotoGroup.directoryAndCamera`; the first one stands for no photo.
  var groups: [UInt64] { groupNumbers.keys }

  /// The localities that exist or existed; the first one is 0, for photos without a locality.
  var localities: [UInt64] { localityNumbers.keys }

  /// The groups of a later version, made by reading the blocks that have changed; nil if reading all blocks is
  /// no more work.
  func renewed(_ reader: IndexReader) throws -> PhotoGroups? {
    guard pairCount <= most,
      let blocks = try reader.blocks(changedSince: version)
    else { return nil }
    var renewed = self
    renewed.version = try reader.version()
    for block in blocks {
      for id in PhotoBlock.photos(of: block) { renewed.clear(id) }
      try reader.forEachPhoto(ofBlock: block) { id, group in renewed.set(group, of: id) }
    }
    return renewed
  }

  private mutating func clear(_ id: Int64) {
    if id < Int64(row.count) { row[Int(id)] = 0 }
    if !others.isEmpty { others[id] = nil }
  }

  /// Sets the group of a photo that has none.
  @inline(__always)
  private mutating func set(_ group: PhotoGroup, of id: Int64) {
    guard group != .none else { return }
    count += 1
    if group != recent.group { recent = (group, number(of: group)) }
    guard id < 4 * Int64(count) + 65_536 || id < Int64(row.count) else {
      others[id] = recent.pair
      return
    }
    let gap = Int(id) - row.count
    if gap == 0 { return row.append(recent.pair) }
    if gap > 0 { row.append(contentsOf: repeatElement(0, count: gap + 1)) }
    row[Int(id)] = recent.pair
  }

  private mutating func number(of group: PhotoGroup) -> UInt32 {
    let pair = Pair(
      group: groupNumbers.number(of: group.directoryAndCamera),
      locality: localityNumbers.number(of: UInt64(group.localityNumber)))
    return pairNumbers.number(of: pair.key)
  }

  /// Changes the locality of a photo.
  mutating func setLocality(_ locality: UInt32, of id: Int64) {
    var pair = pair(of: id)
    guard pair != .none else { return }
    pair.locality = localityNumbers.number(of: UInt64(locality))
    let number = pairNumbers.number(of: pair.key)
    if others[id] != nil { others[id] = number } else { row[Int(id)] = number }
  }

  /// The group of a photo; 0 if there is no photo with this id.
  func group(of id: Int64) -> UInt64 { groups[groupPosition(of: id)] }

  /// The position of a photo's group among the groups.
  func groupPosition(of id: Int64) -> Int { Int(pair(of: id).group) }

  /// The locality of a photo; 0 if unknown.
  func locality(of id: Int64) -> UInt32 { UInt32(localities[localityPosition(of: id)]) }

  /// The position of a photo's locality among the localities.
  func localityPosition(of id: Int64) -> Int { Int(pair(of: id).locality) }

  /// The photos whose localities pass a test; it gets 0 for photos without one.
  func photos(inLocality isWanted: (UInt32) -> Bool) -> PhotoSet {
    photos(inGroup: { _ in false }, orLocality: isWanted)
  }

  /// The photos whose groups pass a test, or whose localities pass another; see `groups` and `localities`.
  func photos(inGroup isGroup: (UInt64) -> Bool, orLocality isLocality: (UInt32) -> Bool)
    -> PhotoSet
  {
    let wantedGroups = groups.map(isGroup)
    let wantedLocalities = localities.map { isLocality(UInt32($0)) }
    let wantedPairs = pairNumbers.keys.map { key in
      let pair = Pair(key: key)
      return key != 0 && (wantedGroups[Int(pair.group)] || wantedLocalities[Int(pair.locality)])
    }
    var ids = PhotoSet()
    for (id, number) in row.enumerated() where wantedPairs[Int(number)] { ids.insert(Int64(id)) }
    for (id, number) in others where wantedPairs[Int(number)] { ids.insert(id) }
    return ids
  }

  private func pair(of id: Int64) -> Pair { Pair(key: pairNumbers.keys[Int(number(of: id))]) }

  private func number(of id: Int64) -> UInt32 {
    if id >= 0, id < Int64(row.count), row[Int(id)] != 0 { return row[Int(id)] }
    return others[id] ?? 0
  }

  /// Counts the chosen photos of a run by pair; the array has an element for each.
  func count(_ run: GridRun, _ chosen: PointSelection, pairs: inout [Int]) {
    guard others.isEmpty else {
      for index in chosen { pairs[Int(number(of: run.id(index)))] += 1 }
      return
    }
    unsafe row.withUnsafeBufferPointer { row in
      unsafe pairs.withUnsafeMutableBufferPointer { pairs in
        chosen.forEachChosen { index in
          // Unsigned, a negative id is beyond the end, like other ids that were never assigned.
          let id = UInt(bitPattern: Int(truncatingIfNeeded: run.id(index)))
          let number = unsafe id < UInt(bitPattern: row.count) ? row[Int(id)] : 0
          unsafe pairs[Int(number)] &+= 1
        }
      }
    }
  }

  /// The counts of pairs, added up by group and by locality.
  func sums(ofPairs pairs: [Int]) -> (groups: [Int], localities: [Int]) {
    var sums = (
      groups: [Int](repeating: 0, count: groups.count),
      localities: [Int](repeating: 0, count: localities.count)
    )
    for (key, count) in zip(pairNumbers.keys, pairs) where count > 0 {
      let pair = Pair(key: key)
      sums.groups[Int(pair.group)] += count
      sums.localities[Int(pair.locality)] += count
    }
    return sums
  }
}
