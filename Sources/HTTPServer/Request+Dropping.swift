extension Request {
  /// The request without a query parameter, also in its target.
  public func dropping(_ name: String) throws(Problem) -> Request {
    let mark = targetBytes.firstIndex(of: UInt8(ascii: "?")) ?? targetBytes.endIndex
    let pairs = targetBytes[mark...].dropFirst().split(separator: UInt8(ascii: "&")).filter {
      pair in
      !pair.prefix { $0 != UInt8(ascii: "=") }.elementsEqual(name.utf8)
    }
    let query = pairs.joined(separator: [UInt8(ascii: "&")])
    var request = try Request(
      method: method,
      targetBytes: targetBytes[..<mark] + (pairs.isEmpty ? [] : [UInt8(ascii: "?")]) + query,
      headers: headers, body: body, peer: peer)
    // In whatever encoding it was written.
    request.query.removeAll { $0.name == name }
    (request.spooled, request.visitor, request.authority) = (spooled, visitor, authority)
    (request.scheme, request.pathPrefix) = (scheme, pathPrefix)
    return request
  }
}
