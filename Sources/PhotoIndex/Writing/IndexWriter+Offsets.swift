internal import Grid
internal import PhotoFacts
internal import SQLite

extension IndexWriter {
  /// Makes the runs of an index that was written before points had the offset of the camera's clock.
  ///
  /// Memory use stays constant: points move from run to run in the order of the grid.
  func addOffsets() throws {
    let old = try connection.statement("SELECT points FROM grid_run_without_offsets WHERE id = ?1")
    var points: [IndexedPoint] = []
    for row in try rowsWithoutOffsets() {
      try old.bind(row).forEachRow { old in
        points += try unsafe old.withBytes(0) { bytes in try unsafe decode(bytes) }
      }
      while points.count >= GridRun.capacity {
        try grid.write(points.prefix(GridRun.capacity), to: nil)
        points.removeFirst(GridRun.capacity)
      }
    }
    try grid.write(points[...], to: nil)
    try connection.execute("DROP TABLE grid_run_without_offsets")
  }

  /// The ids of the old runs in the order of the grid.
  private func rowsWithoutOffsets() throws -> [Int64] {
    try connection.statement(
      "SELECT id FROM grid_run_without_offsets ORDER BY last_key, last_photo"
    ).map { $0.integer(0) }
  }

  /// The points of an old run, which has all columns of `GridRun` except the last.
  private func decode(_ bytes: UnsafeRawBufferPointer) throws -> [IndexedPoint] {
    let stride = 25
    guard bytes.count % stride == 0 else { throw reader.damaged() }
    let count = bytes.count / stride
    func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Number {
      unsafe Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
    return try (0..<count).map { index in
      let id: Int64 = number(8 * (count + index))
      return IndexedPoint(
        id: id, longitudeE7: number(16 * count + 4 * index),
        latitudeE7: number(20 * count + 4 * index), time: number(8 * index),
        traits: number(24 * count + index), offset: try offset(of: id))
    }
  }

  private func offset(of id: Int64) throws -> Int16 {
    let row = try connection.statement(
      "SELECT utc_offset FROM photo WHERE id = ?1 AND local_time IS NOT NULL"
    ).bind(id)
    return try row.first { IndexedPoint.offset(minutes: $0.optionalInteger(0)) } ?? 0
  }
}
