internal import PhotoFacts
internal import PhotoIndex

/// The files that are not on the map, grouped by cause.
struct UnlocatedGroups {
  /// Files with the same cause.
  struct Group {
    /// The detail of one of the files.
    let detail: String?

    /// The cause without the parts that differ between files.
    let cause: String

    /// Whether all files have the same detail.
    private(set) var isAlike = true

    private(set) var count = 0
    private(set) var examples: [FilePath] = []

    /// The number of directories that contain them.
    private(set) var directories = 0

    private var lastDirectory: FilePath?

    fileprivate init(_ file: UnlocatedFile, cause: String) {
      detail = file.detail
      self.cause = cause
    }

    fileprivate mutating func add(_ file: UnlocatedFile) {
      count += 1
      isAlike = isAlike && file.detail == detail
      if file.file.parent != lastDirectory {
        // Files are sorted by directory.
        directories += 1
        lastDirectory = file.file.parent
      }
      if examples.count < UnlocatedGroups.mostExamples { examples.append(file.file) }
    }
  }

  /// The files with one reason.
  struct Section {
    fileprivate(set) var count = 0
    fileprivate(set) var groups: [String: Group] = [:]

    /// The number of files of each kind.
    fileprivate(set) var kinds: [String: Int] = [:]

    /// The groups, largest first.
    var largestFirst: [Group] {
      groups.values.sorted { ($1.count, $0.cause) < ($0.count, $1.cause) }
    }

    /// The kinds of files, most frequent first.
    var frequentKinds: [(name: String, count: Int)] {
      kinds.map { (name: $0.key, count: $0.value) }
        .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
  }

  /// The number of examples per cause.
  static let mostExamples = 3

  /// The limit of causes and kinds per reason; the rest is merged, which limits the memory.
  private static let mostGroups = 200

  private(set) var sections: [UnlocatedReason: Section] = [:]

  /// Collects the unlocated files of an index.
  init(_ reader: IndexReader) throws {
    try reader.forEachUnlocated { file in
      var section = sections.removeValue(forKey: file.reason) ?? Section()
      section.add(file, upTo: Self.mostGroups)
      sections[file.reason] = section
    }
  }
}

extension UnlocatedGroups.Section {
  fileprivate mutating func add(_ file: UnlocatedFile, upTo most: Int) {
    count += 1
    var cause = file.detail.map(UnlocatedCause.init)?.text ?? ""
    if groups[cause] == nil, groups.count >= most { cause = "other causes" }
    groups[cause, default: UnlocatedGroups.Group(file, cause: cause)].add(file)
    var kind = file.kind
    if kinds[kind] == nil, kinds.count >= most { kind = "other" }
    kinds[kind, default: 0] += 1
  }
}

extension UnlocatedFile {
  /// The name of the format, or else the file extension.
  fileprivate var kind: String {
    if let format { return format.displayName }
    let name = file.lastComponent
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 12 else {
      return "no ending"
    }
    return String(decoding: name[dot...], as: UTF8.self).lowercased()
  }
}

/// A cause without the parts that differ between files: quoted values, numbers, and the companion's name.
struct UnlocatedCause {
  let text: String

  init(_ detail: String) {
    var rest = detail[...]
    for ending in [".xmp: ", ".json: "] {
      if let colon = rest.firstRange(of: ending) {
        rest = "in the file beside it: " + rest[colon.upperBound...]
      }
    }
    var words: [Substring] = []
    var isQuoted = false
    for word in rest.split(separator: " ", omittingEmptySubsequences: false) {
      let opens = word.contains("“")
      if isQuoted || opens || word.first?.isNumber == true || word.first == "-" {
        if words.last != "…" { words.append("…") }
      } else {
        words.append(word)
      }
      isQuoted = (isQuoted || opens) && !word.contains("”")
    }
    text = words.joined(separator: " ")
  }
}
