internal import HTTPServer

extension Response {
  /// The Content-Security-Policy of the page: only its own files, and the tiles of one other host if the user
  /// has configured it.
  ///
  /// If a file name were inserted into the page as markup, it could neither run nor send data.
  private static func pagePolicy(_ tileServer: TileServer?) -> String {
    let tiles = tileServer.map { " " + $0.origin } ?? ""
    return """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'\(tiles) data: blob:; \
      media-src 'self'; connect-src 'self'\(tiles); font-src 'self'; worker-src 'self' blob:; \
      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
  }

  /// The response with the header fields that make browsers isolate it from pages of other sites.
  func addingSecurityHeaders(_ tileServer: TileServer?) -> Response {
    var guarded = self
    if !headers.contains("Access-Control-Allow-Origin") {
      guarded.headers.setDefault("Cross-Origin-Resource-Policy", to: "same-origin")
    }
    guard headers.bytes(of: "Content-Type")?.starts(with: "text/html".utf8) ?? false else {
      return guarded
    }
    guarded.headers.setDefault("Content-Security-Policy", to: Self.pagePolicy(tileServer))
    guarded.headers.set("X-Frame-Options", to: "DENY")
    guarded.headers.set("Cross-Origin-Opener-Policy", to: "same-origin")
    // The page may ask for the reader's location, which it does not send anywhere.
    guarded.headers.set(
      "Permissions-Policy",
      to: "geolocation=(self), camera=(), microphone=(), payment=(), usb=()")
    // Links to other sites send no referrer; requests within the site do.
    guarded.headers.set("Referrer-Policy", to: "same-origin")
    return guarded
  }
}
