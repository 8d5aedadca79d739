/// The layout of a ZIP archive of uncompressed entries: what is at each byte follows from names and sizes alone.
///
/// So the length of an archive is known before any file is read, and a range of it can be made without what precedes
/// it. The checksum of an entry is not in its header, but follows its content (a data descriptor). Sizes and offsets
/// that need it are written as ZIP64. Appending takes constant time, and finding a byte logarithmic time.
public struct ZipLayout: Sendable {
  /// A file in the archive.
  public struct Entry: Hashable, Sendable {
    /// Its path, with `/` between folders.
    public let name: String

    /// Its length in bytes.
    public let size: Int

    /// When it was last changed.
    public let modified: ZipTime

    /// Makes an entry.
    public init(name: String, size: Int, modified: ZipTime) {
      (self.name, self.size, self.modified) = (name, size, modified)
    }
  }

  /// What a range of the archive holds.
  public enum Part: Hashable, Sendable {
    /// What precedes the content of an entry.
    case header(Int)

    /// The content of an entry.
    case content(Int)

    /// What follows the content of an entry.
    case descriptor(Int)

    /// The line of an entry in the directory.
    case line(Int)

    /// The end of the directory.
    case end
  }

  /// The entries, in their order in the archive.
  public private(set) var entries: [Entry] = []

  /// Where the header of each entry begins.
  private(set) var starts: [Int] = []

  /// Where the line of each entry begins, from the start of the directory.
  private var lineStarts: [Int] = []

  /// Where the directory begins, after all entries.
  public private(set) var directoryStart = 0

  /// The length of the lines of the directory.
  private(set) var linesCount = 0

  /// Makes an empty layout.
  public init() {}

  /// The length of the archive.
  public var count: Int { directoryStart + linesCount + endCount }

  /// Adds an entry after those before it.
  public mutating func append(_ entry: Entry) {
    starts.append(directoryStart)
    lineStarts.append(linesCount)
    linesCount += Self.lineCount(entry, at: directoryStart)
    directoryStart += Self.headerCount(entry) + entry.size + Self.descriptorCount(entry)
    entries.append(entry)
  }

  /// What is at an offset, and the whole range of that part.
  public func part(at offset: Int) -> (part: Part, range: Range<Int>) {
    guard offset < directoryStart else { return directoryPart(at: offset) }
    let index = Self.last(atOrBefore: offset, in: starts)
    let content = contentRange(of: index)
    if offset < content.lowerBound { return (.header(index), starts[index]..<content.lowerBound) }
    if offset < content.upperBound { return (.content(index), content) }
    let end = content.upperBound + Self.descriptorCount(entries[index])
    return (.descriptor(index), content.upperBound..<end)
  }

  private func directoryPart(at offset: Int) -> (part: Part, range: Range<Int>) {
    let linesEnd = directoryStart + linesCount
    guard offset < linesEnd else { return (.end, linesEnd..<count) }
    let index = Self.last(atOrBefore: offset - directoryStart, in: lineStarts)
    let start = directoryStart + lineStarts[index]
    return (.line(index), start..<(start + Self.lineCount(entries[index], at: starts[index])))
  }

  /// Where the content of an entry is.
  public func contentRange(of index: Int) -> Range<Int> {
    let start = starts[index] + Self.headerCount(entries[index])
    return start..<(start + entries[index].size)
  }

  /// The place of the last number that is not greater; the first number is not greater.
  private static func last(atOrBefore offset: Int, in numbers: [Int]) -> Int {
    var (low, high) = (0, numbers.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if numbers[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
