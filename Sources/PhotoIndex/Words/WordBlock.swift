internal import Grid
internal import PhotoFacts
internal import SQLite
internal import Varints

/// The words of photos with consecutive ids, as one row of `word_block` stores them.
///
/// ```
/// heads  for every sixteenth term: its id and where it begins among the terms, UInt32 each, little-endian; before
///        them how many they are
/// terms  for each term of the table `term`, in order of its id: the difference to the id before, 0 for the first and
///        for one with a head; how many bytes follow for it; and for each photo that has it, in order, the difference
///        to the one before; all as varints
/// texts  for each id a line: the folded name of the file, title and caption, with a separator between them
/// ```
///
/// Lines of ids without a photo are empty; those at the end are left out.
struct WordBlock: Equatable {
  /// The number of photos of a row: few rows for a question about all photos, and a quick change of one photo.
  static let capacity: Int64 = 1024

  /// The greatest number of a row.
  static let greatestNumber = Int64.max / capacity - 1

  /// What a term is of: a property of few different values.
  enum Kind: Int64, CaseIterable {
    case keyword = 1
    case keywordPath, person, label, creator, copyright, rating, favourite
  }

  /// A text of a line.
  enum Field: Int, CaseIterable {
    case filename, title, caption
  }

  static let lineEnd: UInt8 = 0x0A
  static let separator: UInt8 = 0x1F

  /// The bytes of the terms.
  private(set) var terms: [UInt8] = []

  /// The bytes of the texts.
  private(set) var texts: [UInt8] = []

  /// The block of a photo, whose id must not be negative.
  static func number(of photo: Int64) -> Int64 { photo / capacity }

  /// The ids that belong to a row.
  static func photos(of number: Int64) -> Range<Int64> {
    number * capacity..<(number + 1) * capacity
  }

  /// The number of terms with one head.
  private static let termsOfHead = 16

  /// A term of a photo.
  struct Entry: Comparable {
    private let key: UInt64

    var term: UInt32 { UInt32(truncatingIfNeeded: key >> 16) }
    var place: UInt32 { UInt32(truncatingIfNeeded: key & 0xFFFF) }

    init(term: UInt32, place: Int) { key = UInt64(term) << 16 | UInt64(place) }

    static func < (one: Entry, other: Entry) -> Bool { one.key < other.key }
  }

  /// Makes a block of the terms of its photos, in any order, and the bytes of the texts.
  init(_ entries: [Entry], texts: [UInt8]) {
    self.texts = texts
    let entries = entries.sorted()
    var heads: [UInt8] = []
    var bytes: [UInt8] = []
    var places: [UInt8] = []
    var previous: UInt32 = 0
    var count = 0
    var next = 0
    while next < entries.count {
      let term = entries[next].term
      places.removeAll(keepingCapacity: true)
      var last: UInt32?
      while next < entries.count, entries[next].term == term {
        let place = entries[next].place
        // An imported list may have a text twice.
        if place != last { places.append(varint: UInt64(place - (last ?? 0))) }
        last = place
        next += 1
      }
      if count % Self.termsOfHead == 0 {
        heads.append(littleEndian: term)
        heads.append(littleEndian: UInt32(bytes.count))
        previous = term
      }
      bytes.append(varint: UInt64(term - previous))
      bytes.append(varint: UInt64(places.count))
      bytes += places
      previous = term
      count += 1
    }
    guard count > 0 else { return }
    terms.append(littleEndian: UInt32(heads.count / 8))
    terms += heads + bytes
  }

  /// The terms of a row, read from its bytes.
  @safe struct Terms {
    private let heads: UnsafeRawBufferPointer
    private let bytes: UnsafeRawBufferPointer
    private var at = 0
    private var group = 0
    private var rest = 0
    private var term: UInt32 = 0

    /// Nil if the bytes are not those of a block.
    init?(_ row: UnsafeRawBufferPointer) {
      guard row.count >= 4 else {
        guard row.count == 0 else { return nil }
        unsafe heads = row
        unsafe bytes = row
        return
      }
      let count = Int(unsafe UInt32(littleEndian: row.loadUnaligned(as: UInt32.self)))
      guard count > 0, 4 + 8 * count <= row.count else { return nil }
      unsafe heads = UnsafeRawBufferPointer(rebasing: row[4..<4 + 8 * count])
      unsafe bytes = UnsafeRawBufferPointer(rebasing: row[(4 + 8 * count)...])
    }

    private var groups: Int { unsafe heads.count / 8 }

    private func head(_ group: Int, _ offset: Int) -> UInt32 {
      unsafe UInt32(
        littleEndian: heads.loadUnaligned(fromByteOffset: 8 * group + offset, as: UInt32.self))
    }

    /// The next term, in order, with the bytes of its photos; nil after the last one.
    @inline(__always)
    mutating func next() -> (term: UInt32, places: UnsafeRawBufferPointer)? {
      if rest == 0 {
        guard group < groups else { return nil }
        (term, rest) = (head(group, 0), termsOfHead)
        group += 1
      }
      guard let step = unsafe bytes.varint(at: &at), let count = unsafe bytes.varint(at: &at),
        unsafe count <= UInt64(bytes.count - at)
      else { return nil }
      term &+= UInt32(truncatingIfNeeded: step)
      rest -= 1
      defer { at += Int(count) }
      return unsafe (term, UnsafeRawBufferPointer(rebasing: bytes[at..<at + Int(count)]))
    }

    /// The bytes of a term's photos; nil if none has it.
    @inline(__always)
    mutating func find(_ wanted: UInt32) -> UnsafeRawBufferPointer? {
      var (low, high) = (0, groups)
      while low < high {
        let middle = (low + high) / 2
        if head(middle, 0) <= wanted { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return nil }
      (group, rest, at) = (low - 1, 0, Int(head(low - 1, 4)))
      for _ in 0..<termsOfHead {
        guard let (term, places) = unsafe next(), term <= wanted else { return nil }
        if term == wanted { return unsafe places }
      }
      return nil
    }
  }

  /// Visits the places of a term's photos; bytes that are damaged end early.
  @inline(__always)
  static func forEachPlace(_ bytes: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
    var at = 0
    var place = 0
    while at < bytes.count, let step = unsafe bytes.varint(at: &at) {
      guard step < UInt64(capacity) else { return }
      place += Int(step)
      guard place < Int(capacity) else { return }
      body(place)
    }
  }
}

/// The columns of a photo of which its part of a block is made.
enum WordRow: Int32, CaseIterable, RowColumn {
  case id, name, title, caption, keywords, keywordPaths, people, label, creator, copyright
  case rating, favourite

  /// What the terms of a column are of; nil for other columns.
  var kind: WordBlock.Kind? {
    PhotoProperty.ofWords.first { $0.storedName == expression }.flatMap(WordBlock.Kind.init(of:))
  }

  /// The columns of terms.
  static let ofTerms: [(column: WordRow, kind: WordBlock.Kind)] = allCases.compactMap { column in
    column.kind.map { (column, $0) }
  }
}
