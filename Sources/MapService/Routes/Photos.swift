internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import Thumbnails

extension ServiceContext {
  func addPhotoRoutes(to router: inout Router) {
    router.on(.get, "/photos/{id}/thumbnail") { request, path in
      try thumbnail(request, path["id"] ?? "")
    }
    router.on(.get, "/photos/{id}/original") { request, path in
      try original(request, path["id"] ?? "")
    }
  }

  private func thumbnail(_ request: Request, _ id: String) throws -> Response {
    var parameters = try Parameters(request)
    let width = try parameters.take("width").map {
      try PhotoQuery.whole("width", $0, in: 1...Int.max)
    }
    try parameters.finish()
    guard Thumbnailer.widths.contains(width ?? 320) else {
      let widths = Thumbnailer.widths.map(String.init).joined(separator: ", ")
      throw QueryError("width", String(width ?? 0), "is not one of \(widths)")
    }
    let photo = try seenPhoto(id)
    // Size and time of the file name its content; the picture is not made to find out.
    let etag = EntityTag(
      "t\(width ?? 320)-\(String(photo.size, radix: 36))-\(String(photo.modified, radix: 36))")
    var response =
      request.hasCurrent(etag)
      ? Response.notModified(etag: etag)
      : Response.bytes(try picture(of: photo, width: width ?? 320), type: "image/jpeg", etag: etag)
    response.cacheControl = "private, max-age=3600"
    return response
  }

  private func picture(of photo: PhotoRecord, width: Int) throws -> [UInt8] {
    do {
      return try thumbnailer.thumbnail(
        of: photo.file, orientation: photo.orientation, storedSize: photo.storedSize,
        embeddedThumbnail: photo.embeddedThumbnail, width: width)
    } catch {
      throw Problem.notFound("No preview can be made of photo \(photo.id).")
    }
  }

  private func original(_ request: Request, _ id: String) throws -> Response {
    try Parameters(request).finish()
    let photo = try seenPhoto(id)
    do {
      let file = try OpenFile(path: photo.file.bytes)
      var response = Response.file(
        file, type: photo.format?.mimeType ?? "application/octet-stream")
      response.cacheControl = "private, no-cache"
      return response
    } catch {
      throw Problem.notFound(
        "The file of photo \(photo.id) cannot be opened; it may have moved since the last scan.")
    }
  }

  /// A photo by its id: the only way to a file, so that no request can name a path.
  ///
  /// The index also lists what else lies in the folders, to report it; none of that is handed out.
  private func seenPhoto(_ id: String) throws -> PhotoRecord {
    guard let number = Int64(id), let photo = try index.read({ try $0.photo(number) }),
      photo.format != nil
    else {
      throw Problem.notFound("There is no photo \(id.prefix(40)).")
    }
    // What was imported may name any file of this machine.
    guard photo.hasBeenSeen else {
      throw Problem.notFound(
        "Photo \(id) was imported and no scan has seen its file; scan its folder to see it here.")
    }
    return photo
  }
}

extension PhotoRecord {
  /// Width and height as the picture is stored in the file.
  fileprivate var storedSize: PixelSize? {
    guard let shownSize, orientation.swapsAxes else { return shownSize }
    return PixelSize(width: shownSize.height, height: shownSize.width)
  }
}
