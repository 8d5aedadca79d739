internal import PhotoExchange

/// The link to an answer in another format, of which only the address is left to be written.
struct AlternateLink: Sendable {
  /// The format.
  let format: Format

  /// The name of the format behind the address, and all that follows it in a document.
  private let end: [UInt8]

  init(_ format: Format) {
    self.format = format
    var json = JSONWriter()
    json.object { json in
      json.member("href", format.name ?? "")
      json.member("rel", "alternate")
      json.member("type", format.type)
      json.member("title", format.photos?.title)
    }
    end = Array(json.bytes.dropFirst(Self.start.utf8CodeUnitCount))
  }

  private static let start: StaticString = "{\"href\":\""

  /// Writes the link; `address` is that of the answer up to the name of the format, as it stands
  /// inside a JSON string.
  func write(_ address: ArraySlice<UInt8>, to json: inout JSONWriter) {
    json.beginValue()
    json.literal(Self.start)
    json.raw(address)
    json.goOn()
    json.raw(end)
  }

  /// The link by itself.
  func link(_ address: String) -> Link {
    Link(
      href: address + (format.name ?? ""), rel: "alternate", type: format.type,
      title: format.photos?.title)
  }
}
