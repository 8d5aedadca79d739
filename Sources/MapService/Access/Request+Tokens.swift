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
  func cookie(_ name: String) -> String? { cookies.first { $0.name == name }?.value }

  /// The cookies of sessions, that of this address first.
  ///
  /// The others are of servers on other ports of the host, of servers of the same record, or of earlier versions,
  /// whose name had no port.
  var sessionCookies: [(name: String, value: String)] {
    let own = AccessGuard.sessionCookie(of: self)
    let found = cookies.filter {
      $0.name == AccessGuard.sessionCookie || $0.name.hasPrefix(AccessGuard.sessionCookie + "-")
    }
    return Array((found.filter { $0.name == own } + found.filter { $0.name != own }).prefix(16))
  }

  private var cookies: [(name: String, value: String)] {
    headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }.map { cookie in
      let cookie = cookie.drop { $0 == " " }
      let name = cookie.prefix { $0 != "=" }
      return (String(name), String(cookie.dropFirst(name.count + 1)))
    }
  }
}
