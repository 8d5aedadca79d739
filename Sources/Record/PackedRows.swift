internal import PhotoIndex
internal import SQLite

/// Rows in the format of PostgreSQL's binary COPY: the number of fields, then the length and the bytes of each,
/// big-endian.
struct PackedRows: ~Copyable {
  /// The bytes before the first row.
  static let header: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)

  /// The bytes after the last row.
  static let end: [UInt8] = [0xFF, 0xFF]

  /// The rows so far.
  var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(1 << 18) }

  mutating func begin(fields: Int) { append(Int16(truncatingIfNeeded: fields)) }

  mutating func appendNull() { append(Int32(-1)) }

  mutating func append(integer: Int64) {
    append(Int32(8))
    append(integer)
  }

  mutating func append(double: Double) {
    append(Int32(8))
    append(Int64(bitPattern: double.bitPattern))
  }

  mutating func append(field: UnsafeRawBufferPointer) {
    append(Int32(truncatingIfNeeded: field.count))
    unsafe bytes.append(contentsOf: field)
  }

  private mutating func append(_ number: some FixedWidthInteger & BitwiseCopyable) {
    unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
  }
}

extension Statement {
  /// Appends the current row.
  func pack(_ table: ReplicatedTable, into rows: inout PackedRows) {
    rows.begin(fields: table.columns.count)
    for (index, column) in table.columns.enumerated() {
      let position = Int32(index)
      guard !isNull(position) else {
        rows.appendNull()
        continue
      }
      switch column.kind {
      case .integer: rows.append(integer: integer(position))
      case .real: rows.append(double: optionalDouble(position) ?? 0)
      case .bytes: unsafe withBytes(position) { unsafe rows.append(field: $0) }
      }
    }
  }
}

/// Reads rows of a binary COPY that arrive in pieces.
struct PackedRowReader: ~Copyable {
  private var bytes: [UInt8] = []
  private var position = 0
  private var hasHeader = false
  private var fields: [Range<Int>?] = []

  /// Whether the end of the rows was read.
  private(set) var isAtEnd = false

  init() { bytes.reserveCapacity(1 << 18) }

  /// Adds bytes as they arrive.
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    if position > 1 << 16 {
      bytes.removeFirst(position)
      position = 0
    }
    unsafe bytes.append(contentsOf: piece)
  }

  /// How many bytes are still to be read.
  var waiting: Int { bytes.count - position }

  /// Calls `body` for each complete row; returns false if the bytes are not rows with this many fields.
  mutating func forEachRow(
    fields count: Int, _ body: (PackedRow) throws -> Void
  ) rethrows -> Bool {
    if !hasHeader {
      guard waiting >= PackedRows.header.count else { return true }
      guard bytes[position...].starts(with: PackedRows.header.prefix(11)) else { return false }
      position += PackedRows.header.count
      hasHeader = true
    }
    while !isAtEnd, let found = number(at: position, Int16.self) {
      if found == -1 {
        isAtEnd = true
        position += 2
        break
      }
      guard Int(found) == count else { return false }
      var next = position + 2
      fields.removeAll(keepingCapacity: true)
      while fields.count < count, let length = number(at: next, Int32.self) {
        next += 4
        guard length >= 0 else {
          guard length == -1 else { return false }
          fields.append(nil)
          continue
        }
        guard next + Int(length) <= bytes.count else { break }
        fields.append(next..<next + Int(length))
        next += Int(length)
      }
      // The rest of the row has not arrived.
      guard fields.count == count else { return true }
      try body(PackedRow(bytes: bytes, fields: fields))
      position = next
    }
    return true
  }

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(at place: Int, _: Number.Type)
    -> Number?
  {
    guard place + MemoryLayout<Number>.size <= bytes.count else { return nil }
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe Number(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
  }
}

/// A row of a binary COPY, while it is read.
struct PackedRow {
  fileprivate let bytes: [UInt8]
  fileprivate let fields: [Range<Int>?]

  /// The number in a field; nil if the field is NULL or does not have eight bytes.
  func integer(_ field: Int) -> Int64? {
    guard let range = fields[field], range.count == 8 else { return nil }
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe Int64(
        bigEndian: bytes.loadUnaligned(fromByteOffset: range.lowerBound, as: Int64.self))
    }
  }

  func double(_ field: Int) -> Double? {
    integer(field).map { Double(bitPattern: UInt64(bitPattern: $0)) }
  }

  /// Binds all fields to the parameters of a statement.
  func bind(to statement: Statement, _ table: ReplicatedTable) throws {
    for (index, column) in table.columns.enumerated() {
      let parameter = Int32(index + 1)
      guard let range = fields[index] else {
        try statement.bindNull(parameter)
        continue
      }
      switch column.kind {
      case .integer: try statement.bind(integer(index), at: parameter)
      case .real: try statement.bind(double(index), at: parameter)
      case .bytes:
        try unsafe bytes.withUnsafeBytes { all in
          try unsafe statement.bind(
            text: UnsafeRawBufferPointer(rebasing: all[range]), at: parameter)
        }
      }
    }
  }
}
