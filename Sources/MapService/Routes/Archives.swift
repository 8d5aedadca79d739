internal import JSON
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import Query
internal import Thumbnails

struct ArchiveRoutes: RouteGroup {
  let service: ServiceContext

  var operations: [Operation] {
    [
      Operation(
        path: "/collections/photos/zip", id: "getArchive", chapter: .photos,
        summary: "The files of all photos that match the filters, as a ZIP archive",
        details: """
          Of \(ArchiveSelection.limit) photos at most, without sidecars; of more, make one of each year or place. The \
          archive of the originals has a length, a \
          strong `ETag` and ranges: to continue a download, send `Range` and `If-Range`. If a file changes \
          meanwhile, the response ends early, and the archive is another one.

          Names are the paths below the scanned folders, as far as the visitor may know them. \(ArchiveBody.listName) \
          in the archive lists photos that it lacks: those whose file is missing or on another machine, and, \
          where the position must not be told, all from whose files it cannot be removed.

          With `positions=no`, and for guests that see a coarse position, a JPEG has its picture and its colours \
          but no other metadata; it has its length filled up within the file. With `positions=no`, pictures in other \
          formats (HEIC, raw, PNG…) become JPEGs of at most \(Thumbnailer.largestSide) pixels, which \
          \(ArchiveBody.convertedName) lists; videos are left out. These JPEGs, and previews, are made while they are \
          sent, so their archive has neither a length nor ranges, and begins at once.
          """,
        parameters: Parameter.filters + [.ids, .form, .positions, .language],
        responses: [
          DocumentedResponse(
            status: 200, summary: "The archive",
            content: [.init(type: "application/zip", schema: .binary)]),
          DocumentedResponse(
            status: 206, summary: "A part of it",
            content: [.init(type: "application/zip", schema: .binary)]),
          .notFound,
          .problem(416, "The range lies outside of the archive."),
        ],
        isOpenToOtherSites: false, describesHead: true,
        example: "/collections/photos/zip?datetime=2024",
        handler: .guests(archive))
    ]
  }

  /// How long a client waits until an archive begins.
  private static let patience = Duration.seconds(30)

  private func archive(_ call: Call) throws -> EventualResponse {
    var order = ArchiveOrder(try call.parameters.filter())
    if let ids = call.parameters["ids"] { order.filter.require(try Self.chosen(ids)) }
    if let name = call.parameters["form"] {
      guard let form = ArchiveOrder.Form(rawValue: name) else {
        throw QueryError("form", name, "is neither original nor preview")
      }
      order.form = form
    }
    if let answer = call.parameters["positions"] {
      guard ["yes", "no"].contains(answer) else {
        throw QueryError("positions", answer, "is neither yes nor no")
      }
      order.hasPositions = answer == "yes"
    }
    order.language = call.request.language
    var selection = ArchiveSelection(
      service: service, library: call.library, visitor: call.request.visitor, order: order)
    selection.patience = Self.patience
    // Files may be on a disk that is slow to answer.
    return .distant { [service, selection, client = call.request.clientPrefix] in
      guard let slot = service.archives.enter(client) else {
        throw Problem.unavailable(
          "At most \(ExportSlots.countOfOne) archives of one visitor are sent at once, and \(ExportSlots.count) of "
            + "all; try again.",
          retryAfter: 10)
      }
      guard let plan = service.archivePlans.enter(client) else {
        throw Problem.unavailable("Other archives are being begun; try again.", retryAfter: 2)
      }
      defer { plan.leave() }
      let archive = try ArchiveBody(selection)
      var response = Response.stream(archive.stream(holding: slot), type: "application/zip")
      response.etag = archive.etag
      response.cacheControl = "private, no-cache"
      response.headers.append("Content-Disposition", "attachment; filename=\"photos.zip\"")
      return response
    }
  }

  /// The condition that a photo has one of these ids, or an id in one of these ranges.
  private static func chosen(_ list: String) throws -> PhotoCondition {
    var ids: [PhotoValue] = []
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = try part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        .map { try PhotoQuery.whole("ids", String($0), in: 1...Int.max) }
      let (first, last) = (ends[0], ends[ends.count - 1])
      guard first <= last else {
        throw QueryError("ids", String(part), "is a range that ends before it begins")
      }
      guard last - first < ArchiveSelection.limit - ids.count else {
        throw QueryError("ids", list, "has more than \(ArchiveSelection.limit) ids")
      }
      ids += (first...last).map { .integer(Int64($0)) }
    }
    return .oneOf(.id, ids)
  }
}

extension Parameter {
  fileprivate static let ids = Parameter(
    "ids",
    """
    Only the photos with these ids, separated by commas; a range such as `1-500` has all ids from the first to the \
    last. The other filters hold too.
    """,
    [
      "type": "array", "minItems": 1,
      "items": ["type": "string", "pattern": "^[1-9][0-9]*(-[1-9][0-9]*)?$"],
    ],
    example: ["1-500", "700"])

  fileprivate static let form = Parameter(
    "form",
    """
    `original` is the file itself; `preview` is a JPEG of at most \(ArchiveOrder.previewWidth) pixels without metadata, \
    of a video a frame.
    """,
    [
      "type": "string", "enum": .list(ArchiveOrder.Form.allCases.map { .text($0.rawValue) }),
      "default": "original",
    ])

  fileprivate static let positions = Parameter(
    "positions", "Whether the files may tell where they were taken.",
    ["type": "string", "enum": ["yes", "no"], "default": "yes"])
}
