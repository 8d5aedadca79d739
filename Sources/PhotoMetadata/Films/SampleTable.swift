internal import PhotoFacts

/// Locates the samples of one track of a film, and says when each is shown.
///
/// Only the tables are read, in pieces, so a film of any length needs little memory.
struct SampleTable {
  /// One sample.
  struct Sample {
    /// Its bytes in the file.
    var range: ByteRange

    /// Seconds from the start of the track; nil without a table of times.
    var start: Double?

    /// How many seconds it is shown.
    var duration: Double
  }

  /// The description of the first kind of samples, whose type is the kind.
  let description: Boxes.Box

  private let sizes: Boxes.Box
  private let offsets: Boxes.Box
  private let ticksPerSecond: Double?

  /// The size of all samples; 0 if each has its own.
  private let commonSize: Int
  private let count: Int
  private let chunkCount: Int
  private var perChunk: RunLengths
  private var durations: RunLengths?

  /// The next sample, and the number of those that may follow by the size of the file.
  private var next = 0
  private var bytesLeft: Int
  private var ticks = 0

  /// The current chunk, and where in it the next sample begins.
  private var chunk = -1
  private var leftInChunk = 0
  private var position = 0

  /// Finds the tables in an `mdia` box; nil if one is missing.
  init?(_ media: Boxes.Box, in file: inout FileWindow) {
    var found: [UInt32: Boxes.Box] = [:]
    var boxes = media.boxes()
    while let box = boxes.next(in: &file) { found[box.type] = box }
    guard let information = found[fourLetters("minf")] else { return nil }
    boxes = information.boxes()
    guard let table = boxes.first("stbl", in: &file) else { return nil }
    boxes = table.boxes()
    while let box = boxes.next(in: &file) { found[box.type] = box }
    guard let kinds = found[fourLetters("stsd")], let sizes = found[fourLetters("stsz")],
      let offsets = found[fourLetters("stco")] ?? found[fourLetters("co64")],
      let perChunk = found[fourLetters("stsc")]
    else { return nil }
    boxes = kinds.boxes(after: 8)
    guard let description = boxes.next(in: &file),
      let common = file.uint32(at: sizes.payload + 4, .big),
      let count = file.uint32(at: sizes.payload + 8, .big),
      let chunkCount = file.uint32(at: offsets.payload + 4, .big)
    else { return nil }
    self.description = description
    self.sizes = sizes
    self.offsets = offsets
    ticksPerSecond = found[fourLetters("mdhd")].flatMap { header in
      let isLong = file.byte(at: header.payload) == 1
      return file.uint32(at: header.payload + (isLong ? 20 : 12), .big).map { Double(max($0, 1)) }
    }
    commonSize = Int(common)
    self.count = Int(count)
    self.chunkCount = Int(chunkCount)
    self.perChunk = RunLengths(perChunk, width: 12)
    durations = found[fourLetters("stts")].map { RunLengths($0, width: 8) }
    bytesLeft = file.size
  }

  /// The next samples, at most `most`; empty at the end, or where the tables do not fit the file.
  mutating func samples(_ most: Int, in file: inout FileWindow) -> [Sample] {
    // One column after the other: the window holds one part of the file.
    let lengths = lengths(min(most, count - next), in: &file)
    let times = lengths.map { _ in time(in: &file) }
    var samples: [Sample] = []
    for (length, time) in zip(lengths, times) {
      guard length >= 0, length <= bytesLeft, let start = offset(in: &file), start >= 0,
        start <= file.size, length <= file.size - start
      else {
        next = count
        break
      }
      // Samples do not overlap, so together they are no longer than the file.
      bytesLeft -= length
      position += length
      samples.append(
        Sample(
          range: ByteRange(offset: start, count: length), start: time.start,
          duration: time.duration))
    }
    return samples
  }

  private mutating func lengths(_ most: Int, in file: inout FileWindow) -> [Int] {
    guard most > 0 else { return [] }
    defer { next += most }
    // Samples of one byte or less hold nothing.
    if commonSize > 0 { return commonSize > 1 ? Array(repeating: commonSize, count: most) : [] }
    var fields = Fields(at: sizes.payload + 12 + 4 * next, end: sizes.end)
    var lengths: [Int] = []
    for _ in 0..<most {
      guard let length = fields.number(4, in: &file) else { break }
      lengths.append(length)
    }
    return lengths
  }

  private mutating func time(in file: inout FileWindow) -> (start: Double?, duration: Double) {
    guard let ticksPerSecond, let delta = durations?.next(in: &file) else { return (nil, 0) }
    let start = Double(ticks) / ticksPerSecond
    ticks &+= delta
    return (start, Double(delta) / ticksPerSecond)
  }

  /// The offset of the next sample.
  private mutating func offset(in file: inout FileWindow) -> Int? {
    while leftInChunk == 0 {
      chunk += 1
      guard chunk < chunkCount else { return nil }
      let width = offsets.has("co64") ? 8 : 4
      var fields = Fields(at: offsets.payload + 8 + width * chunk, end: offsets.end)
      guard let start = fields.number(width, in: &file),
        let held = perChunk.value(ofChunk: chunk, in: &file)
      else { return nil }
      (position, leftInChunk) = (start, held)
    }
    leftInChunk -= 1
    return position
  }
}

/// A table of runs, of which the current one is remembered.
private struct RunLengths {
  private let box: Boxes.Box
  private let width: Int
  private var entry = 0
  private var left = 0
  private var value = 0
  private var nextChunk: Int?

  init(_ box: Boxes.Box, width: Int) {
    self.box = box
    self.width = width
  }

  private func numbers(_ entry: Int, in file: inout FileWindow) -> (first: UInt32, second: UInt32)?
  {
    let place = box.payload + 8 + width * entry
    guard place + width <= box.end, let first = file.uint32(at: place, .big),
      let second = file.uint32(at: place + 4, .big)
    else { return nil }
    return (first, second)
  }

  /// The value for the next item of an `stts` box, whose entries are a count and a value.
  mutating func next(in file: inout FileWindow) -> Int? {
    while left == 0 {
      guard let numbers = numbers(entry, in: &file) else { return nil }
      (left, value) = (Int(numbers.first), Int(numbers.second))
      entry += 1
    }
    left -= 1
    return value
  }

  /// The value for a chunk of an `stsc` box, whose entries are the first chunk of a run and a value.
  mutating func value(ofChunk chunk: Int, in file: inout FileWindow) -> Int? {
    if entry == 0 {
      guard let numbers = numbers(0, in: &file) else { return nil }
      (value, entry) = (Int(numbers.second), 1)
      nextChunk = self.numbers(1, in: &file).map { Int($0.first) - 1 }
    }
    while let begin = nextChunk, chunk >= begin {
      guard let numbers = numbers(entry, in: &file) else { return nil }
      value = Int(numbers.second)
      entry += 1
      nextChunk = self.numbers(entry, in: &file).map { Int($0.first) - 1 }
    }
    return value
  }
}
