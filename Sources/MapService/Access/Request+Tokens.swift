internal import HTTPServer

extension Request {
  /// The token of an `Authorization` field of the scheme Bearer; nil for other schemes.
  ///
  /// With another scheme, a proxy has checked the field, or a password is checked elsewhere.
  var bearerToken: String? {
    guard let field = headers["Authorization"],
      let space = field.utf8.firstIndex(of: UInt8(ascii: " ")),
      field[..<space].lowercased() == "bearer"
    else { return nil }
    return String(field[space...].drop { $0 == " " })
  }

  /// The value of a cookie; nil if the client sends none of that name.
  func cookie(_ name: String) -> String? {
    let cookies = headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }
    let found = cookies.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(name + "=") }
    return found.map { String($0.dropFirst(name.count + 1)) }
  }
}
