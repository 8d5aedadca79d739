internal import HTTPServer

extension Response {
  /// What a page of this server may load: only its own files, and the tiles of one other host if
  /// the user has named it.
  ///
  /// A file name that got into the page as markup would neither run nor leave the machine.
  private static func pagePolicy(_ tileServer: TileServer?) -> String {
    let tiles = tileServer.map { " " + $0.origin } ?? ""
    return """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'\(tiles) data: blob:; \
      media-src 'self'; connect-src 'self'\(tiles); font-src 'self'; worker-src 'self' blob:; \
      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
  }

  /// The same answer with the fields by which browsers keep pages of other sites away from it.
  func addingSecurityHeaders(_ tileServer: TileServer?) -> Response {
    var guarded = self
    if !headers.contains("Access-Control-Allow-Origin") {
      guarded.headers.setDefault("Cross-Origin-Resource-Policy", to: "same-origin")
    }
    guard headers.bytes(of: "Content-Type")?.starts(with: "text/html".utf8) ?? false else {
      return guarded
    }
    guarded.headers.set("Content-Security-Policy", to: Self.pagePolicy(tileServer))
    guarded.headers.set("X-Frame-Options", to: "DENY")
    guarded.headers.set("Cross-Origin-Opener-Policy", to: "same-origin")
    // The page may ask where its reader is; what it does with that stays in the browser.
    guarded.headers.set(
      "Permissions-Policy",
      to: "geolocation=(self), camera=(), microphone=(), payment=(), usb=()")
    // Links to other sites send no referrer; requests within the site do.
    guarded.headers.set("Referrer-Policy", to: "same-origin")
    return guarded
  }
}
