/// The group of every photo of an index, for counting many of them.
///
/// Ids are handed out one after the other, so that nearly all stand in one row of numbers, four bytes
/// a photo; those far beyond what there are photos, as an import may have brought, are kept apart.
struct PhotoGroups: Sendable {
  /// The groups that there are; the first is that of a photo which the table does not have.
  private(set) var groups = [GroupNames.Group()]

  private var row: [UInt32] = []
  private var others: [Int64: UInt32] = [:]
  private var count = 0

  init(_ connection: Connection, _ names: GroupNames) throws {
    var numbers: [GroupNames.Group: UInt32] = [:]
    // Photos that follow one another mostly lie in one folder and come from one camera.
    var last: (directory: Int64, camera: Int64?, number: UInt32)?
    let rows = try connection.statement("SELECT id, directory, camera FROM photo ORDER BY id")
    try rows.forEachRow { columns in
      let (directory, camera) = (columns.integer(1), columns.optionalInteger(2))
      if let last, last.directory == directory, last.camera == camera {
        insert(columns.integer(0), last.number)
        return
      }
      let group = names.group(directory: directory, camera: camera)
      let number = numbers[group] ?? UInt32(clamping: groups.count)
      if number == groups.count {
        groups.append(group)
        numbers[group] = number
      }
      last = (directory, camera, number)
      insert(columns.integer(0), number)
    }
  }

  /// Ids come in ascending order.
  private mutating func insert(_ id: Int64, _ number: UInt32) {
    count += 1
    guard id >= 0, id < 4 * Int64(count) + 65_536 else {
      others[id] = number
      return
    }
    let gap = Int(id) - row.count
    if gap > 0 { row.append(contentsOf: repeatElement(0, count: gap)) }
    row.append(number)
  }

  /// The position of a photo's group among the groups.
  @inline(__always)
  func position(of id: Int64) -> Int {
    if id >= 0, id < Int64(row.count) { return Int(row[Int(id)]) }
    return Int(others[id] ?? 0)
  }
}
