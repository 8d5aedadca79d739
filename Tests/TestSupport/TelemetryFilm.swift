/// A small film without frames whose samples have positions, as cameras write them.
public struct TelemetryFilm: Sendable {
  /// The handler of the track.
  public var handler = "meta"

  /// The type of its sample description.
  public var kind: String

  /// The content of its sample description.
  public var description: [UInt8] = []

  /// The samples.
  public var samples: [[UInt8]]

  /// How many samples a chunk has.
  public var perChunk = 1

  /// How long each sample is shown, in milliseconds.
  public var duration = 1_000

  /// The creation time in the header, in seconds since 1970.
  public var created = 1_714_557_600

  /// The creation date in Apple's metadata.
  public var creationDate: String?

  /// Blocks of a dash cam, whose offsets are in a `gps ` box.
  public var blocks: [[UInt8]] = []

  /// The number of bytes after each sample.
  public var gap = 0

  /// Bytes behind the last box.
  public var trailer: [UInt8] = []

  /// Makes a film of samples.
  public init(_ kind: String, _ samples: [[UInt8]], handler: String = "meta") {
    (self.kind, self.samples, self.handler) = (kind, samples, handler)
  }

  /// The file, with its tables before the samples.
  public var file: [UInt8] {
    let head = Self.box("ftyp", Array("isom\0\0\0\0isom".utf8))
    let length = header(from: 0).count
    let content = (samples + blocks).map { $0 + [UInt8](repeating: 0, count: gap) }
    return head + header(from: head.count + length + 8) + Self.box("mdat", content.flatMap { $0 })
      + trailer
  }

  /// The `moov` box, for samples from an offset on.
  private func header(from start: Int) -> [UInt8] {
    var offsets: [Int] = []
    var offset = start
    for sample in samples + blocks {
      offsets.append(offset)
      offset += sample.count + gap
    }
    let chunks = stride(from: 0, to: samples.count, by: perChunk).map { offsets[$0] }
    let since1904 = created + 2_082_844_800
    let movie = Self.box(
      "mvhd",
      Self.numbers([0, since1904, since1904, 1000, 1000, 1 << 16, 1 << 24, 0, 0])
        + Self.numbers([1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30, 0, 0, 0, 0, 0, 0, 3]))
    let rows =
      Self.numbers([0, blocks.count])
      + zip(offsets.dropFirst(samples.count), blocks)
      .flatMap { Self.numbers([$0, $1.count]) }
    return Self.box(
      "moov",
      movie + picture + (samples.isEmpty ? [] : track(chunks)) + metadata
        + (blocks.isEmpty ? [] : Self.box("gps ", rows)))
  }

  /// A track with a picture.
  private var picture: [UInt8] {
    let handler = Self.box("hdlr", Self.numbers([0, 0]) + "vide".utf8 + Self.numbers([0, 0, 0]))
    return Self.box("trak", Self.box("mdia", handler))
  }

  private func track(_ chunks: [Int]) -> [UInt8] {
    let entry = Self.box(kind, Self.numbers([0, 1]) + description)
    let rest = samples.count % perChunk
    let runs =
      rest == 0 || samples.count < perChunk
      ? [[1, perChunk, 1]] : [[1, perChunk, 1], [chunks.count, rest, 1]]
    let table = Self.box(
      "stbl",
      Self.box("stsd", Self.numbers([0, 1]) + entry)
        + Self.box("stts", Self.numbers([0, 1, samples.count, duration]))
        + Self.box("stsc", Self.numbers([0, runs.count] + runs.flatMap { $0 }))
        + Self.box("stsz", Self.numbers([0, 0, samples.count] + samples.map(\.count)))
        + Self.box("stco", Self.numbers([0, chunks.count] + chunks)))
    let media = Self.box(
      "mdia",
      Self.box("mdhd", Self.numbers([0, 0, 0, 1000, samples.count * duration, 0]))
        + Self.box("hdlr", Self.numbers([0, 0]) + handler.utf8 + Self.numbers([0, 0, 0]))
        + Self.box("minf", table))
    return Self.box("trak", media)
  }

  private var metadata: [UInt8] {
    guard let creationDate else { return [] }
    let key = Self.box("mdta", Array("com.apple.quicktime.creationdate".utf8))
    let value = Self.box("data", Self.numbers([1, 0]) + creationDate.utf8)
    let item = Self.numbers([value.count + 8, 1]) + value
    let handler = Self.box("hdlr", Self.numbers([0, 0]) + "mdta".utf8 + Self.numbers([0, 0, 0]))
    return Self.box(
      "meta", handler + Self.box("keys", Self.numbers([0, 1]) + key) + Self.box("ilst", item))
  }

  // MARK: - Bytes

  /// A box with a type of four letters.
  public static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    numbers([content.count + 8]) + type.utf8 + content
  }

  /// Big-endian numbers of four bytes.
  public static func numbers(_ values: [Int]) -> [UInt8] { values.flatMap { big($0, 4) } }

  static func big(_ number: Int, _ width: Int) -> [UInt8] { little(number, width).reversed() }

  static func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func little(_ number: Double) -> [UInt8] {
    let bits = number.bitPattern
    return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
  }

  static func littleFloat(_ number: Double) -> [UInt8] {
    little(Int(Float(number).bitPattern), 4)
  }
}
