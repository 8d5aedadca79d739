internal import Files
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata
internal import Signing
internal import Thumbnails

/// A photo whose file is on another machine.
struct DistantPhoto: Sendable {
  let photo: PhotoRecord

  /// Whether a guest sees the photo at another position than the true one.
  let isMoved: Bool

  /// The machine.
  let machine: String

  /// The version of the file that the index knows.
  let version: String

  func request(_ form: PictureRequest.Form) -> PictureRequest {
    PictureRequest(machine: machine, id: photo.id, version: version, form: form)
  }
}

/// Pictures of other machines. Who may see what is decided here, before anything is fetched.
extension PictureRoutes {
  /// Responds with a small picture, which is cached like those of this machine.
  func distantThumbnail(
    _ request: Request, of distant: DistantPhoto, width: Int, isEmptyIfMissing: Bool
  ) -> EventualResponse {
    let etag = EntityTag("d\(width)-\(distant.version)")
    if request.hasCurrent(etag) { return .now(.picture(nil, etag)) }
    let picture = distant.request(.thumbnail(width: width))
    let name = Self.cacheName(picture)
    if let cached = service.thumbnails.cached(name) { return .now(.picture(cached, etag)) }
    return fetching(distant, request, isEmptyIfMissing) {
      [thumbnails = service.thumbnails] machines throws(MachineFailure) in
      let bytes = try Self.jpeg(picture, machines)
      thumbnails.keep(bytes, as: name)
      return .picture(bytes, etag)
    }
  }

  /// Responds with the file, a range of it, or a JPEG of the whole picture.
  func distantOriginal(
    _ request: Request, of distant: DistantPhoto, asJPEG: Bool, isEmptyIfMissing: Bool
  ) throws(Problem) -> EventualResponse {
    let isJPEG = distant.photo.format == .jpeg
    guard asJPEG && !isJPEG || distant.isMoved else {
      return try distantFile(request, of: distant, isEmptyIfMissing)
    }
    let form = isJPEG ? PictureRequest.Form.original : .jpeg
    guard asJPEG || isJPEG, !isJPEG || distant.photo.stamp?.size ?? 0 <= form.mostBytes else {
      throw Problem.placeNotShared(distant.photo.id)
    }
    let etag = EntityTag("w-\(distant.version)")
    if request.hasCurrent(etag) { return .now(.picture(nil, etag)) }
    // Another machine sends a whole JPEG with its metadata, which are removed here.
    let picture = distant.request(form)
    let orientation = isJPEG ? distant.photo.orientation : .upright
    return fetching(distant, request, isEmptyIfMissing) { machines throws(MachineFailure) in
      .picture(try Self.jpeg(picture, machines, orientation), etag)
    }
  }

  private static let longestFile = 1 << 53

  private func distantFile(
    _ request: Request, of distant: DistantPhoto, _ isEmptyIfMissing: Bool
  ) throws(Problem) -> EventualResponse {
    let etag = EntityTag("d-\(distant.version)")
    if request.hasCurrent(etag) { return .now(.notModified(etag: etag)) }
    // What other machines have stored is not trusted: a size out of bounds would overflow.
    let size = Int(clamping: distant.photo.stamp?.size ?? 0)
    guard (1...Self.longestFile).contains(size) else {
      throw Problem.notFound(
        "The file of photo \(distant.photo.id) is empty; scan its folder again.")
    }
    let length = request.method == .head ? 1 : OtherMachines.pieceLength
    return fetching(distant, request, isEmptyIfMissing) { machines throws(MachineFailure) in
      let file = try DistantFile(
        distant.request(.original), size: size, from: request.firstWantedByte(of: size),
        atMost: length, machines)
      var response = Response.stream(
        file.stream, type: distant.photo.format?.mimeType ?? "application/octet-stream")
      response.etag = etag
      response.cacheControl = "private, no-cache"
      response.headers.append("Content-Security-Policy", "default-src 'none'; sandbox")
      return response
    }
  }

  /// Runs an exchange with another machine on a thread for that, and describes its failure.
  private func fetching(
    _ distant: DistantPhoto, _ request: Request, _ isEmptyIfMissing: Bool,
    _ make: @escaping @Sendable (OtherMachines) throws(MachineFailure) -> Response
  ) -> EventualResponse {
    let isOwner = request.visitor.isOwner
    return .distant { [machines = service.options.machines] in
      do throws(MachineFailure) {
        guard let machines else { throw MachineFailure.unknown }
        return try make(machines)
      } catch {
        guard isEmptyIfMissing else {
          throw error.problem(distant.photo.id, on: distant.machine, isOwner: isOwner)
        }
        var response = Response.noPicture
        // The page says which machine is missing.
        if isOwner { response.headers.append("GeoIndex-Machine", distant.machine.percentEncoded) }
        return response
      }
    }
  }

  /// Fetches a JPEG and removes its metadata; what is not a complete JPEG is refused.
  private static func jpeg(
    _ picture: PictureRequest, _ machines: OtherMachines, _ orientation: Orientation = .upright
  ) throws(MachineFailure) -> [UInt8] {
    let bytes = try machines.bytes(of: picture)
    guard let clean = PictureOnly.jpeg(bytes, orientation: orientation) else {
      throw MachineFailure.refused(status: 200)
    }
    return clean
  }

  /// The name of a small picture in the cache.
  private static func cacheName(_ picture: PictureRequest) -> String {
    let text = "\(picture.machine)\n\(picture.version)\n\(picture.target)"
    return SHA256.hash(text.utf8).bytes.prefix(16).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

extension String {
  /// The text for a header field, in which other bytes than letters, digits and `-._` are percent-encoded.
  var percentEncoded: String {
    utf8.map { byte in
      let isPlain =
        (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || "-._".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain
        ? String(decoding: [byte], as: UTF8.self) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }
}

extension Response {
  /// A JPEG, or 304 without bytes.
  fileprivate static func picture(_ bytes: [UInt8]?, _ etag: EntityTag) -> Response {
    var response =
      bytes.map { Response.bytes($0, type: "image/jpeg", etag: etag) } ?? .notModified(etag: etag)
    response.cacheControl = "private, max-age=3600"
    return response
  }
}
