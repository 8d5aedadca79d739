/// The group and the locality of every photo of one version of an index, for counting many of them.
///
/// A group is a directory with a camera. Ids are assigned one after the other, so nearly all photos are in one
/// array, with eight bytes each. Photos with much higher ids, as an import may bring, are stored separately.
struct PhotoGroups: Sendable {
  /// The positions of a photo's group and locality in the two lists.
  private struct Position {
    static let none = Position(group: 0, locality: 0)

    var group: UInt32
    var locality: UInt32
  }

  /// The version of the index.
  private(set) var version: Int64

  private var groupNumbers = Numbering()
  private var localityNumbers = Numbering()
  private var row: [Position] = []
  private var others: [Int64: Position] = [:]
  private var count = 0

  /// The number of groups and localities above which all blocks are read again, to drop those without photos.
  private var most = 0

  /// Reads all blocks.
  init(_ reader: IndexReader) throws {
    version = try reader.version()
    try reader.forEachPhoto(ofBlock: nil) { id, group in set(group, of: id) }
    most = 2 * (groups.count + localities.count) + 1_000
  }

  /// The groups that exist or existed, as `PhotoGroup.directoryAndCamera`; the first one stands for no photo.
  var groups: [UInt64] { groupNumbers.keys }

  /// The localities that exist or existed; the first one is 0, for photos without a locality.
  var localities: [UInt64] { localityNumbers.keys }

  /// The groups of a later version, made by reading the blocks that have changed; nil if reading all blocks is
  /// no more work.
  func renewed(_ reader: IndexReader) throws -> PhotoGroups? {
    guard groups.count + localities.count <= most,
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
    if id < Int64(row.count) { row[Int(id)] = .none }
    if !others.isEmpty { others[id] = nil }
  }

  /// Sets the group of a photo that has none.
  @inline(__always)
  private mutating func set(_ group: PhotoGroup, of id: Int64) {
    guard group != .none else { return }
    count += 1
    let position = Position(
      group: groupNumbers.number(of: group.directoryAndCamera),
      locality: localityNumbers.number(of: UInt64(group.localityNumber)))
    guard id < 4 * Int64(count) + 65_536 || id < Int64(row.count) else {
      others[id] = position
      return
    }
    let gap = Int(id) - row.count
    if gap == 0 { return row.append(position) }
    if gap > 0 { row.append(contentsOf: repeatElement(.none, count: gap + 1)) }
    row[Int(id)] = position
  }

  /// Changes the locality of a photo.
  mutating func setLocality(_ locality: UInt32, of id: Int64) {
    var position = position(of: id)
    guard position.group != 0 else { return }
    position.locality = localityNumbers.number(of: UInt64(locality))
    if others[id] != nil { others[id] = position } else { row[Int(id)] = position }
  }

  /// The group of a photo; 0 if there is no photo with this id.
  func group(of id: Int64) -> UInt64 { groups[Int(position(of: id).group)] }

  /// The locality of a photo; 0 if unknown.
  func locality(of id: Int64) -> UInt32 { UInt32(localities[localityPosition(of: id)]) }

  /// The position of a photo's locality among the localities.
  func localityPosition(of id: Int64) -> Int { Int(position(of: id).locality) }

  /// The photos whose localities pass a test; it gets 0 for photos without one.
  func photos(inLocality isWanted: (UInt32) -> Bool) -> PhotoSet {
    let wanted = localities.map { isWanted(UInt32($0)) }
    var ids = PhotoSet()
    func add(_ id: Int64, _ position: Position) {
      if position.group != 0, wanted[Int(position.locality)] { ids.insert(id) }
    }
    for (id, position) in row.enumerated() { add(Int64(id), position) }
    for (id, position) in others { add(id, position) }
    return ids
  }

  private func position(of id: Int64) -> Position {
    if id >= 0, id < Int64(row.count), row[Int(id)].group != 0 { return row[Int(id)] }
    return others[id] ?? .none
  }

  /// Counts the chosen photos of a run; the arrays have an element for each group and locality.
  func count(
    _ run: GridRun, _ chosen: PointSelection, groups: inout [Int], localities: inout [Int]
  ) {
    guard others.isEmpty else {
      for index in chosen {
        let position = position(of: run.id(index))
        groups[Int(position.group)] += 1
        localities[Int(position.locality)] += 1
      }
      return
    }
    unsafe row.withUnsafeBufferPointer { row in
      unsafe groups.withUnsafeMutableBufferPointer { groups in
        unsafe localities.withUnsafeMutableBufferPointer { localities in
          chosen.forEachChosen { index in
            // Unsigned, a negative id is beyond the end, like other ids that were never assigned.
            let id = UInt(bitPattern: Int(truncatingIfNeeded: run.id(index)))
            let position = unsafe id < UInt(bitPattern: row.count) ? row[Int(id)] : .none
            unsafe groups[Int(position.group)] &+= 1
            unsafe localities[Int(position.locality)] &+= 1
          }
        }
      }
    }
  }
}
