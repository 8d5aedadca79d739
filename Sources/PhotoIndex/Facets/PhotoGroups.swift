/// The group of every photo of one version of an index, for counting many of them.
///
/// Numbers are given one after the other, so that nearly all groups are in one array, four bytes a photo.
/// Photos far beyond, as an import may have brought, are stored apart.
struct PhotoGroups: Sendable {
  /// The version of the index.
  private(set) var version: Int64

  /// The groups that there are or were; the first is that of no photo.
  private(set) var groups = [PhotoGroup.none]

  private var numbers: [PhotoGroup: UInt32] = [:]
  private var row: [UInt32] = []
  private var others: [Int64: UInt32] = [:]
  private var count = 0

  /// What was looked up last of all groups whose hash is the same; most photos are of a few groups.
  private var recent = [(group: PhotoGroup, number: UInt32)](repeating: (.none, 0), count: 256)

  /// How many groups there may be before those without photos are dropped by reading all blocks.
  private var mostGroups = 0

  /// Reads all blocks.
  init(_ reader: IndexReader) throws {
    version = try reader.version()
    try reader.forEachPhoto(ofBlock: nil) { id, group in set(group, of: id) }
    mostGroups = 2 * groups.count + 1_000
  }

  /// The groups of a later version, by reading the blocks that have changed; nil if that is no less
  /// work than to read all.
  func renewed(_ reader: IndexReader) throws -> PhotoGroups? {
    guard groups.count <= mostGroups, let blocks = try reader.blocks(changedSince: version) else {
      return nil
    }
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
    let number = number(of: group)
    guard id < 4 * Int64(count) + 65_536 || id < Int64(row.count) else {
      others[id] = number
      return
    }
    let gap = Int(id) - row.count
    if gap == 0 { return row.append(number) }
    if gap > 0 { row.append(contentsOf: repeatElement(0, count: gap + 1)) }
    row[Int(id)] = number
  }

  @inline(__always)
  private mutating func number(of group: PhotoGroup) -> UInt32 {
    let key = group.directoryAndCamera ^ UInt64(group.localityNumber) << 20
    let place = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 56)
    if recent[place].group == group { return recent[place].number }
    let number = numbers[group] ?? UInt32(clamping: groups.count)
    if number == groups.count {
      groups.append(group)
      numbers[group] = number
    }
    recent[place] = (group, number)
    return number
  }

  /// Gives a photo another locality.
  mutating func setLocality(_ locality: UInt32, of id: Int64) {
    var group = groups[position(of: id)]
    guard group != .none else { return }
    group.localityNumber = locality
    clear(id)
    set(group, of: id)
  }

  /// The locality of a photo; 0 where it is not known.
  func locality(of id: Int64) -> UInt32 { groups[position(of: id)].localityNumber }

  /// The photos whose groups pass a test.
  func photos(where isWanted: (PhotoGroup) -> Bool) -> PhotoSet {
    let wanted = groups.map { $0 != .none && isWanted($0) }
    var ids = PhotoSet()
    for (id, group) in row.enumerated() where wanted[Int(group)] { ids.insert(Int64(id)) }
    for (id, group) in others where wanted[Int(group)] { ids.insert(id) }
    return ids
  }

  /// The position of a photo's group among the groups.
  func position(of id: Int64) -> Int {
    if id >= 0, id < Int64(row.count), row[Int(id)] != 0 { return Int(row[Int(id)]) }
    return Int(others[id] ?? 0)
  }

  /// Counts the chosen photos of a run, in a row of as many counts as there are groups.
  func count(_ run: GridRun, _ chosen: PointSelection, in counts: inout [Int]) {
    guard others.isEmpty else {
      for index in chosen { counts[position(of: run.id(index))] += 1 }
      return
    }
    unsafe row.withUnsafeBufferPointer { row in
      unsafe counts.withUnsafeMutableBufferPointer { counts in
        chosen.forEachChosen { index in
          // A negative number lies beyond the last, like others that were never given.
          let id = UInt(bitPattern: Int(truncatingIfNeeded: run.id(index)))
          let group = unsafe id < UInt(bitPattern: row.count) ? row[Int(id)] : 0
          unsafe counts[Int(group)] &+= 1
        }
      }
    }
  }
}
