public import HTTPServer

extension MapService {
  /// Whether a request is signed by the server of another machine; only this service can verify it.
  public static func isSigned(_ request: Request) -> Bool { PictureAuthorization.isIn(request) }

  /// Verifies a request from the server of another machine, which may fetch the bytes of a photo and nothing else.
  ///
  /// The response proves that this server knows the key too.
  func respond(
    to request: Request, signed authorization: PictureAuthorization, machines: OtherMachines?,
    _ respond: (Request) throws -> EventualResponse
  ) throws -> EventualResponse {
    guard let machines, let key = machines.key,
      authorization.holds(
        for: request, to: machines.machine, key: key, now: Int64(WallClock.seconds()))
    else {
      throw Problem(
        status: 403,
        detail:
          "The signature of this request is not valid here: it needs the key of the record and the name of this "
          + "machine, holds for one picture, and for five minutes.")
    }
    var request = request
    request.visitor = .machine(version: authorization.version)
    let proof = authorization.proof(key)
    return try respond(request).map { response in
      var response = response
      response.headers.append(PictureAuthorization.proofField, proof)
      response.cacheControl = "no-store"
      return response
    }
  }
}
