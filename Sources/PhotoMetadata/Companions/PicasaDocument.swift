internal import PhotoFacts

/// What Picasa says about the photos of a folder, in the file `.picasa.ini`.
///
/// A section is named after a photo. Its faces have the ids of contacts, whose names are in the section `[Contacts2]`
/// of the same file. Parsing takes time linear in the number of bytes; a lookup depends only on the length of the name.
public struct PicasaDocument: Sendable {
  /// The size limit; a folder of ten thousand photos has some two megabytes.
  public static let longestDocument = 8 << 20

  /// The limit of sections with words.
  private static let mostSections = 100_000

  /// The limit of sections whose names differ only in case.
  private static let mostAlike = 8

  /// The name of the file.
  public let name: [UInt8]

  /// The sections by their names without case.
  private var sections: [String: [Section]] = [:]

  /// Parses a document.
  public init(_ document: [UInt8], name: [UInt8]) {
    self.name = name
    var lines = PicasaLines(document)
    var contacts: [UInt64: String] = [:]
    var open = Section(name: [])
    var count = 0
    while count < Self.mostSections, let line = lines.next() {
      switch line {
      case .section(let name):
        count += close(open) ? 1 : 0
        open = Section(name: Array(name))
      case .value(let key, let value) where open.isOfContacts:
        open.addContact(key, value, to: &contacts)
      case .value(let key, let value): open.add(key, value)
      }
    }
    _ = close(open)
    resolve(contacts)
  }

  /// Reads a document that is a part of an open file; nil if it is too large or cannot be read.
  public init?(_ part: FilePart, name: [UInt8]) {
    guard part.size <= Self.longestDocument else { return nil }
    var file = FileWindow()
    file.open(part)
    guard let bytes = file.collect(at: 0, count: part.size) else { return nil }
    self.init(bytes, name: name)
  }

  /// What it says about a photo; nil if that is nothing.
  ///
  /// The case of the name is ignored as on Windows, unless the section is named exactly like one of the `others`.
  public func entry(of photo: [UInt8], others: Set<[UInt8]> = []) -> Companion.Entry? {
    guard !sections.isEmpty, let alike = sections[Self.key(photo)] else { return nil }
    let section =
      alike.first { $0.name == photo } ?? alike.first { !others.contains($0.name) }
    return section.map { Companion.Entry(words: $0.words, mark: $0.mark) }
  }

  /// Whether it has a section that is named exactly like this.
  public func names(_ photo: [UInt8]) -> Bool {
    !sections.isEmpty && sections[Self.key(photo)]?.contains { $0.name == photo } ?? false
  }

  /// Stores a section; returns false if it has no words or there are too many like it.
  private mutating func close(_ section: Section) -> Bool {
    guard !section.isEmpty else { return false }
    var alike = sections.removeValue(forKey: Self.key(section.name)) ?? []
    defer { sections[Self.key(section.name)] = alike }
    if let same = alike.firstIndex(where: { $0.name == section.name }) {
      alike[same].complete(by: section)
      return false
    }
    guard alike.count < Self.mostAlike else { return false }
    alike.append(section)
    return true
  }

  /// Replaces ids of contacts by their names, and drops sections that have nothing else.
  private mutating func resolve(_ contacts: [UInt64: String]) {
    sections = sections.compactMapValues { alike in
      let named = alike.compactMap { section in
        var section = section
        return section.resolve(contacts) ? section : nil
      }
      return named.isEmpty ? nil : named
    }
  }

  /// A name without case, whatever its encoding and its composition of accents.
  private static func key(_ name: [UInt8]) -> String { printable(name[...]).lowercased() }
}

/// A section of a document, which is about one photo.
private struct Section {
  let name: [UInt8]
  private(set) var words = PhotoWords()

  /// A hash of the words, which is the same in each run.
  private(set) var mark: UInt64 = 0

  private var faces: [UInt64] = []

  /// The id of faces without a name.
  private static let unknown = UInt64.max

  init(name: [UInt8]) { self.name = name }

  var isEmpty: Bool { words.isEmpty && faces.isEmpty }

  /// Whether it has the names of contacts.
  var isOfContacts: Bool { isNamed("contacts2") || isNamed("contacts") }

  private func isNamed(_ other: StaticString) -> Bool {
    name.count == other.utf8CodeUnitCount && equals(name[...], other)
  }

  mutating func add(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    if equals(key, "star") {
      if ["yes", "1", "true"].contains(oneLine(value.prefix(8)).lowercased()) {
        words.isFavourite = true
      }
    } else if equals(key, "caption") {
      let limit = PhotoWords.longest(.caption)
      words.caption = words.caption ?? paragraphs(value.cut(to: limit)).known
    } else if equals(key, "keywords") {
      if words.keywords.isEmpty { words.keywords = names(in: value) }
    } else if equals(key, "faces"), faces.isEmpty {
      faces = ids(in: value)
    }
  }

  /// Names between commas, each once.
  private func names(in list: ArraySlice<UInt8>) -> [String] {
    var known: Set<String> = []
    var names: [String] = []
    for part in list.parts(by: ",") where names.count < PhotoWords.mostNames {
      let name = oneLine(part.cut(to: PhotoWords.longest(.keywords)))
      if !name.isEmpty, known.insert(name).inserted { names.append(name) }
    }
    return names
  }

  /// The ids in `rect64(3f845bcb59418507),8e62398ebda8c1a5;…`, each once.
  private func ids(in list: ArraySlice<UInt8>) -> [UInt64] {
    var known: Set<UInt64> = [Self.unknown]
    var ids: [UInt64] = []
    for face in list.parts(by: ";") where ids.count < PhotoWords.mostNames {
      guard let comma = face.lastIndex(of: UInt8(ascii: ",")),
        let id = contactID(face[(comma + 1)...]), known.insert(id).inserted
      else { continue }
      ids.append(id)
    }
    return ids
  }

  /// Adds `8e62398ebda8c1a5=Ada Lindqvist;;`; the older `d10a8325c557b085=joedoe_lh,cb989580bc43a91` has no name.
  func addContact(
    _ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, to contacts: inout [UInt64: String]
  ) {
    guard let id = contactID(key), contacts[id] == nil, contacts.count < 100_000 else { return }
    let part = value.prefix { $0 != UInt8(ascii: ";") }
    if isNamed("contacts"), part.count == value.count, part.contains(UInt8(ascii: ",")) { return }
    let name = oneLine(part.cut(to: PhotoWords.longest(.people)))
    if !name.isEmpty { contacts[id] = name }
  }

  /// Adds what a later section of the same name says.
  mutating func complete(by other: Section) {
    words.complete(by: other.words)
    if faces.isEmpty { faces = other.faces }
  }

  /// Finds the people of the faces; returns whether there are any words.
  mutating func resolve(_ contacts: [UInt64: String]) -> Bool {
    var known: Set<String> = []
    words.people = faces.compactMap { contacts[$0] }.filter { known.insert($0).inserted }
    faces = []
    words = words.bounded
    mark = words.stableHash
    return !words.isEmpty
  }
}

extension PhotoWords {
  /// A hash of what Picasa knows, by FNV-1a.
  fileprivate var stableHash: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    add([isFavourite == true ? 1 : 0])
    for (kind, texts) in [(2, [caption ?? ""]), (3, keywords), (4, people)] as [(UInt8, [String])] {
      for text in texts {
        add([0, kind])
        add(text.utf8)
      }
    }
    return hash
  }
}

/// The lines of a document.
private struct PicasaLines {
  enum Line {
    case section(ArraySlice<UInt8>)
    case value(key: ArraySlice<UInt8>, ArraySlice<UInt8>)
  }

  private var rest: ArraySlice<UInt8>

  init(_ document: [UInt8]) {
    let isUTF16 = document.starts(with: [0xFF, 0xFE]) || document.starts(with: [0xFE, 0xFF])
    let plain = isUTF16 ? document.decodedUTF16(bigEndian: document[0] == 0xFE) : document
    rest = plain.starts(with: [0xEF, 0xBB, 0xBF]) ? plain.dropFirst(3) : plain[...]
  }

  /// The next line with a name or a value; nil at the end.
  mutating func next() -> Line? {
    while !rest.isEmpty {
      let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
      let line = rest[..<end].trimmed
      rest = rest[end...].dropFirst()
      if line.first == UInt8(ascii: "[") {
        // Names of files may have brackets. A section without an end has no photo.
        let last = line.lastIndex(of: UInt8(ascii: "]"))
        return .section(last.map { line[(line.startIndex + 1)..<$0] } ?? [])
      }
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      return .value(key: line[..<equals].trimmed, line[(equals + 1)...].trimmed)
    }
    return nil
  }
}

/// The number of a contact in hexadecimal digits; leading zeros may be missing.
private func contactID(_ digits: ArraySlice<UInt8>) -> UInt64? {
  let digits = digits.trimmed
  guard (1...16).contains(digits.count) else { return nil }
  return UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
}

/// Whether a text is this word in lower case, ignoring its case.
private func equals(_ text: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
  unsafe text.count == word.utf8CodeUnitCount
    && zip(text, UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
      .allSatisfy { $0.lowercased == $1 }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces around them.
  fileprivate var trimmed: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { $0 > 0x20 }), let last = lastIndex(where: { $0 > 0x20 })
    else { return self[endIndex...] }
    return self[first...last]
  }

  /// The first bytes, cut at the end of a character of UTF-8.
  fileprivate func cut(to count: Int) -> ArraySlice<UInt8> {
    guard self.count > count else { return self }
    var end = startIndex + count
    while end > startIndex, startIndex + count - end < 4, self[end] & 0xC0 == 0x80 { end -= 1 }
    return self[..<end]
  }

  /// The parts between separators, as they are needed.
  fileprivate func parts(by separator: Unicode.Scalar) -> some Sequence<ArraySlice<UInt8>> {
    let byte = UInt8(ascii: separator)
    return sequence(state: self as ArraySlice<UInt8>?) { rest -> ArraySlice<UInt8>? in
      guard let list = rest, !list.isEmpty else { return nil }
      let end = list.firstIndex(of: byte) ?? list.endIndex
      rest = end < list.endIndex ? list[(end + 1)...] : nil
      return list[..<end]
    }
  }
}
