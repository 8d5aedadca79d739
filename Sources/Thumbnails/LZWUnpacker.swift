/// Unpacks GIF's variant of LZW: codes grow from the palette's bits to twelve, smallest bits first.
struct LZWUnpacker {
  private let file: [UInt8]
  private var position: Int
  private var blockEnd: Int
  private let smallest: Int
  private var bits = 0
  private var bitCount = 0

  /// Starts at the byte that says how many bits a colour has.
  init(_ file: [UInt8], at start: Int) {
    self.file = file
    smallest = file.indices.contains(start) ? Int(file[start]) : 0
    position = start + 1
    blockEnd = position
  }

  /// Gives run after run of colours until they end, make no sense, or `take` has enough.
  mutating func unpack(_ take: (ArraySlice<UInt8>) -> Bool) {
    guard (1...11).contains(smallest) else { return }
    let (clear, end, most) = (1 << smallest, 1 << smallest + 1, 4096)
    // Each code is another code and one colour more; runs are built from their end.
    var before = [UInt16](repeating: 0, count: most)
    var last = [UInt8](repeating: 0, count: most)
    var run = [UInt8](repeating: 0, count: most + 1)
    for colour in 0..<clear { last[colour] = UInt8(truncatingIfNeeded: colour) }
    var (next, width) = (end + 1, smallest + 1)
    var previous: Int?
    var firstColour: UInt8 = 0
    while let code = nextCode(width), code != end {
      if code == clear {
        (next, width, previous) = (end + 1, smallest + 1, nil)
        continue
      }
      guard code < next || (code == next && previous != nil) else { return }
      var at = run.count
      var walk = code
      if code == next, let previous {  // The run before, and its first colour again.
        at -= 1
        run[at] = firstColour
        walk = previous
      }
      while walk >= clear, at > 1 {
        at -= 1
        run[at] = last[walk]
        walk = Int(before[walk])
      }
      at -= 1
      run[at] = last[walk]
      firstColour = last[walk]
      guard take(run[at...]) else { return }
      if let previous, next < most {
        before[next] = UInt16(previous)
        last[next] = firstColour
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
      }
      previous = code
    }
  }

  private mutating func nextCode(_ width: Int) -> Int? {
    while bitCount < width {
      if position == blockEnd {
        guard file.indices.contains(position), file[position] > 0 else { return nil }
        blockEnd = position + 1 + Int(file[position])
        position += 1
      }
      guard file.indices.contains(position) else { return nil }
      bits |= Int(file[position]) << bitCount
      bitCount += 8
      position += 1
    }
    defer {
      bits >>= width
      bitCount -= width
    }
    return bits & (1 << width - 1)
  }
}
