/// Decodes base64, in the standard or the URL alphabet, with or without padding; nil if it is not valid.
public func bytes(ofBase64 text: some Collection<UInt8>) -> [UInt8]? {
  var digits = Array(text)
  while digits.last == UInt8(ascii: "="), digits.count % 4 != 1 { digits.removeLast() }
  guard digits.count % 4 != 1 else { return nil }
  var bytes: [UInt8] = []
  var (bits, count) = (UInt32(0), 0)
  for digit in digits {
    guard let value = sextet(digit) else { return nil }
    bits = bits << 6 | value
    count += 6
    if count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
  }
  // Unused bits must be zero, so that only one text decodes to the same bytes.
  return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
}

/// Encodes bytes as base64url without padding.
public func base64URL(_ bytes: some Sequence<UInt8>) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  var text: [UInt8] = []
  var (bits, count) = (UInt32(0), 0)
  for byte in bytes {
    bits = bits << 8 | UInt32(byte)
    count += 8
    while count >= 6 {
      count -= 6
      text.append(alphabet[Int(bits >> UInt32(count) & 63)])
    }
  }
  if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
  return String(decoding: text, as: UTF8.self)
}

private func sextet(_ digit: UInt8) -> UInt32? {
  switch digit {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - 65)
  case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - 71)
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit + 4)
  case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
  case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
  default: nil
  }
}
