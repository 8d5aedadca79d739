internal import HTTPServer
internal import PhotoExchange
internal import PhotoIndex

extension ServiceContext {
  /// Responds with photos in the requested format.
  ///
  /// For GeoJSON the route writes the page itself, with links in the document. In all other formats the links
  /// are only in the header.
  ///
  /// - Parameter isJudged: Whether photos have their flights and doubts if the request names these properties, which may
  ///   take seconds.
  /// - Parameter other: The version of other files on which the response depends.
  func photoResponse(
    _ call: Call, isJudged: Bool = false, dependsOn other: String? = nil,
    _ find: (VisibleReader) throws -> PhotoPage,
    geojson: (PhotoPage, PageLinks, VisibleReader) throws -> JSONWriter
  ) throws -> Response {
    let format = call.format?.photos ?? .geojson
    let properties = try call.parameters.properties()
    let base = baseURL(call.request)
    return try conditionalResponse(call, at: base, type: format.mediaType, dependsOn: other) {
      reader in
      let page = try find(reader)
      let links = PageLinks(call, page, base: base)
      let fields = try links.header()
      let bytes =
        format == .geojson
        ? try geojson(page, links, reader).bytes
        : try document(
          page, writer(call, lines: page.columns, properties), reader,
          isJudged ? reader.judgement(for: properties) : nil)
      var response = Response.bytes(bytes, type: format.mediaType)
      for field in fields { response.headers.append("Link", bytes: field) }
      if let matched = page.matched {
        response.headers.append("OGC-NumberMatched", String(matched))
      }
      response.headers.append("OGC-NumberReturned", String(page.pins.count))
      response.headers.append(
        "Content-Disposition", call.format?.disposition ?? format.disposition)
      return response
    }
  }

  /// The writer of the requested format.
  func writer(
    _ call: Call, lines: LineColumns = .none, _ properties: PropertySelection
  ) -> PhotoListWriter {
    PhotoListWriter(
      call.format?.photos ?? .geojson, baseURL: baseURL(call.request), lines: lines,
      properties: properties)
  }

  private func document(
    _ page: PhotoPage, _ writer: PhotoListWriter, _ reader: VisibleReader,
    _ judgement: JudgedLibrary?
  ) throws -> [UInt8] {
    var writer = writer
    writer.begin(matched: page.matched, returned: page.pins.count)
    for (index, pin) in page.pins.enumerated() {
      if let photo = try reader.photo(of: pin, withNames: true) {
        writer.write(judgement.judged(photo), line: page.lines?[index])
      }
    }
    writer.end()
    return writer.take()
  }
}
