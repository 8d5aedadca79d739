internal import Grid
internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

extension ServiceContext {
  /// Responds with a page of a listing.
  ///
  /// A very long page takes as long as a hundred short responses, so it is made on a worker thread.
  func listing(
    _ call: Call,
    _ find: @escaping @Sendable (VisibleReader, Paging) throws -> (page: Page<Pin>, matched: Int)
  ) throws -> EventualResponse {
    let paging = try call.parameters.paging()
    let isQuick =
      try paging.limit <= Paging.standard && !call.parameters.properties().needsJudgement
    guard !isQuick else { return .now(try page(call, paging, find)) }
    return .later { try page(call, paging, find) }
  }

  private func page(
    _ call: Call, _ paging: Paging,
    _ find: (VisibleReader, Paging) throws -> (page: Page<Pin>, matched: Int)
  ) throws -> Response {
    let feature = feature(call.request, try call.parameters.properties())
    let written = call.library.written
    return try photoResponse(call, isJudged: true) { reader in
      let (page, matched) = try find(reader, paging)
      return PhotoPage(page, matched: matched, paging)
    } geojson: { page, links, reader in
      try Listing(page: page, links: links, feature: feature, written: written).write(reader)
    }
  }
}

/// A page of photos as GeoJSON.
private struct Listing {
  var page: PhotoPage
  var links: PageLinks
  var feature: PhotoFeature
  var written: WrittenFeatures

  /// Writes a FeatureCollection.
  func write(_ reader: VisibleReader) throws -> JSONWriter {
    var json = JSONWriter(
      capacity: 2_048 + page.pins.count * (feature.properties.needsNoRecord ? 120 : 700))
    try json.object { json in
      json.member("type", "FeatureCollection")
      json.member("numberMatched", page.matched)
      // All photos of a page are from the same version of the index.
      json.member("numberReturned", page.pins.count)
      links.write(to: &json)
      json.name("features")
      try json.array { json in
        try written.write(
          page.pins, as: feature, reader, judgement: reader.judgement(for: feature.properties),
          to: &json)
      }
    }
    return json
  }
}
