/// What a step of a decompressor has done.
enum UnpackingStep {
  /// It needs more room for its output.
  case full

  /// All input is decompressed.
  case end

  /// The input is damaged or truncated.
  case failed
}

/// Grows an output until a decompressor is done; nil if the input is bad or expands beyond `limit`.
///
/// `step` writes into the free part of the output and adds the number of bytes to the count.
func unpacked(
  _ packedCount: Int, atMost limit: Int,
  _ step: (_ free: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) -> UnpackingStep
) -> [UInt8]? {
  // Room for one byte more shows whether there is too much.
  let most = limit + 1
  var output = [UInt8](repeating: 0, count: min(most, max(1_024, 8 * packedCount)))
  var count = 0
  while true {
    let outcome = unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe step(UnsafeMutableBufferPointer(rebasing: output[count...]), &count)
    }
    guard count <= limit else { return nil }
    switch outcome {
    case .end: return Array(output.prefix(count))
    case .failed: return nil
    case .full: output += repeatElement(0, count: min(most - output.count, 3 * output.count))
    }
  }
}
