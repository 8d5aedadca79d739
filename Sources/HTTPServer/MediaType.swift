/// Media types by file name, and which of them are worth compressing.
enum MediaType {
  /// The type for the extension of a file name.
  static func of(fileName: String) -> String {
    guard let dot = fileName.lastIndex(of: ".") else { return "application/octet-stream" }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "html", "htm": return "text/html; charset=utf-8"
    case "js", "mjs": return "text/javascript; charset=utf-8"
    case "css": return "text/css; charset=utf-8"
    case "txt", "md": return "text/plain; charset=utf-8"
    case "csv": return "text/csv; charset=utf-8"
    case "xml": return "application/xml"
    case "json", "map": return "application/json"
    case "geojson": return "application/geo+json"
    case "webmanifest": return "application/manifest+json"
    case "pbf": return "application/x-protobuf"
    case "mvt": return "application/vnd.mapbox-vector-tile"
    case "wasm": return "application/wasm"
    case "svg": return "image/svg+xml"
    case "png": return "image/png"
    case "jpg", "jpeg": return "image/jpeg"
    case "webp": return "image/webp"
    case "avif": return "image/avif"
    case "gif": return "image/gif"
    case "ico": return "image/x-icon"
    case "woff2": return "font/woff2"
    case "woff": return "font/woff"
    case "ttf": return "font/ttf"
    case "pdf": return "application/pdf"
    default: return "application/octet-stream"
    }
  }

  /// Whether a type is worth compressing: text formats are, pictures are not.
  static func isCompressible(_ type: ArraySlice<UInt8>) -> Bool {
    let bare = type.prefix { $0 != UInt8(ascii: ";") }.trimmingBlanks()
    if equalsIgnoringCase(bare.prefix(5), "text/".utf8) { return true }
    if equalsIgnoringCase(bare.suffix(5), "+json".utf8) { return true }
    if equalsIgnoringCase(bare.suffix(4), "+xml".utf8) { return true }
    return compressible.contains { equalsIgnoringCase(bare, $0.utf8) }
  }

  private static let compressible = [
    "application/json", "application/javascript", "application/xml", "application/x-protobuf",
    "application/vnd.mapbox-vector-tile", "application/wasm", "application/x-ndjson",
    "application/geo+json-seq", "application/vnd.oai.openapi+json", "image/x-icon", "font/ttf",
  ]
}
