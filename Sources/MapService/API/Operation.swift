internal import HTTPServer

/// One thing the API does: all that is said about it, and what answers it.
///
/// Routing, the check of parameters, `/api`, `/api.html` and the documentation's tests are made from
/// these, so what is described is what is served.
struct Operation: Sendable {
  /// Replies to a request whose parameters are among the declared ones.
  struct Handler: Sendable {
    let reply: @Sendable (Call) throws -> EventualResponse

    /// A handler that decides for each call whether its response is made at once.
    init(_ reply: @escaping @Sendable (Call) throws -> EventualResponse) { self.reply = reply }

    /// A handler whose response is always ready at once.
    static func now(_ respond: @escaping @Sendable (Call) throws -> Response) -> Handler {
      Handler { call in .now(try respond(call)) }
    }
  }

  /// The chapters of the description.
  enum Chapter: String, CaseIterable, Sendable {
    case start = "Finding the way"
    case photos = "Photos"
    case map = "Map"
    case tiles = "Tiles"
    case tracks = "Tracks"
    case baseMaps = "Base maps"
    case pictures = "Pictures"
    case live = "In step"
    case server = "Server"
  }

  var method = Method.get

  /// The path, with `{name}` for one segment.
  var path: String

  /// The name by which generated clients call it.
  var id: String

  var chapter: Chapter

  /// A line about it.
  var summary: String

  /// What else there is to know.
  var details = ""

  /// All parameters of path and query but `f`, which is made from the formats.
  var parameters: [Parameter] = []

  /// What may be sent along.
  var content: [Content] = []

  /// The formats of the usual answer; a request chooses with `f=` or `Accept`.
  var formats: [Format] = []

  /// Answers beside the usual one and the problems that every operation has.
  var responses: [DocumentedResponse] = []

  /// Whether pages of other sites may read the answers.
  var isOpenToOtherSites = true

  /// Whether it keeps to what a guest may see.
  ///
  /// A new operation is for owners only unless it says otherwise.
  var isForGuests = false

  /// Whether it answers clients without credentials.
  var isForStrangers = false

  /// Whether the description lists HEAD too, since it tells something without sending it.
  var describesHead = false

  /// A target that shows it at work.
  var example: String?

  var handler: Handler

  /// Every parameter of the query.
  var queryParameters: [Parameter] {
    let declared = parameters.filter { $0.location == .query }
    return formats.contains { $0.name != nil } ? declared + [.format(formats)] : declared
  }

  /// The types of content that the usual answer can have, in order of preference.
  var mediaTypes: [String] { formats.map(\.type) }
}

/// A type of content with its shape.
struct Content: Hashable, Sendable {
  var type: String
  var schema: JSONValue
}

/// An answer beside the usual one.
struct DocumentedResponse: Hashable, Sendable {
  var status: Int
  var summary: String
  var content: [Content] = []
}

/// A request that has been found to fit its operation.
struct Call: Sendable {
  let request: Request
  let path: PathParameters

  /// The declared parameters of the query that were given.
  let parameters: Parameters

  /// The requested format; nil if the operation has none.
  let format: Format?

  /// The wording of page links in that format; nil if it is not a format of photos.
  let wording: PageWording?
}

extension JSONValue {
  /// A reference to a schema of the description.
  static func schema(_ name: String) -> JSONValue { .reference("#/components/schemas/\(name)") }

  /// Bytes that are no text.
  static let binary: JSONValue = ["type": "string", "format": "binary"]
}
