// The only place where errors become text for the client.

extension Problem {
  /// The problem as `application/problem+json` (RFC 9457).
  public var document: [UInt8] {
    var json = Array("{\"type\":\"about:blank\",\"title\":".utf8)
    json.appendJSON(title)
    json += Array(",\"status\":\(status)".utf8)
    if let detail {
      json += Array(",\"detail\":".utf8)
      json.appendJSON(detail)
    }
    json.append(UInt8(ascii: "}"))
    return json
  }

  /// The problem as a response, which caches must not store.
  public var response: Response {
    var response = Response.bytes(document, type: "application/problem+json", status: status)
    for field in headers { response.headers.append(field.name, field.value) }
    response.headers.setDefault("Cache-Control", to: "no-store")
    return response
  }

  /// The response to an internal error, which reveals no details.
  static let internalError = Problem(
    status: 500, detail: "The server failed to handle this request; see its log for the reason.")
}

extension [UInt8] {
  /// Appends text as a JSON string.
  fileprivate mutating func appendJSON(_ text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        self += [UInt8(ascii: "\\"), byte]
      case 0..<32:
        let digits = Array("0123456789abcdef".utf8)
        self += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default:
        append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
