internal import JSON
internal import HTTPServer
internal import PhotoIndex

/// One operation of the API: its description and its handler.
///
/// Routing, the validation of parameters, `/api`, `/api.html` and the tests of the documentation use these
/// declarations. So the description always matches the behaviour.
struct Operation: Sendable {
  /// Responds to a request whose parameters are all declared.
  ///
  /// A handler for guests gets the photos only as the visitor may see them, in `Call.library`. The whole index
  /// is an argument of handlers for owners.
  struct Handler: Sendable {
    let audience: Audience
    let reply: @Sendable (Call, PhotoIndex) throws -> EventualResponse

    /// A handler for guests too, which decides for each call whether its response is made at once.
    static func guests(_ reply: @escaping @Sendable (Call) throws -> EventualResponse) -> Handler {
      Handler(audience: .guests) { call, _ in try reply(call) }
    }

    /// A handler for guests too, whose response is always ready at once.
    static func guests(_ respond: @escaping @Sendable (Call) throws -> Response) -> Handler {
      Handler(audience: .guests) { call, _ in .now(try respond(call)) }
    }

    /// A handler for all users, which decides for each call whether its response is made at once.
    static func viewers(_ reply: @escaping @Sendable (Call) throws -> EventualResponse) -> Handler {
      Handler(audience: .viewers) { call, _ in try reply(call) }
    }

    /// A handler for users who may change photos of their scope; it must look at nothing else in the whole index.
    static func editors(
      _ reply: @escaping @Sendable (Call, PhotoIndex) throws -> EventualResponse
    ) -> Handler {
      Handler(audience: .editors, reply: reply)
    }

    /// A handler for owners only, which decides for each call whether its response is made at once.
    static func owners(
      _ reply: @escaping @Sendable (Call, PhotoIndex) throws -> EventualResponse
    ) -> Handler {
      Handler(audience: .owners, reply: reply)
    }

    /// A handler for owners only, whose response is always ready at once.
    static func owners(
      _ respond: @escaping @Sendable (Call, PhotoIndex) throws -> Response
    ) -> Handler {
      Handler(audience: .owners) { call, index in .now(try respond(call, index)) }
    }

    /// The same without the index.
    static func owners(_ respond: @escaping @Sendable (Call) throws -> Response) -> Handler {
      owners { call, _ in try respond(call) }
    }

    /// The same without the index.
    static func owners(_ reply: @escaping @Sendable (Call) throws -> EventualResponse) -> Handler {
      owners { call, _ in try reply(call) }
    }
  }

  /// The sections of the description.
  enum Chapter: String, CaseIterable, Sendable {
    case start = "Finding the way"
    case photos = "Photos"
    case map = "Map"
    case tiles = "Tiles"
    case tracks = "Tracks"
    case catalog = "STAC"
    case baseMaps = "Base maps"
    case pictures = "Pictures"
    case sharing = "Sharing"
    case live = "Live changes"
    case server = "Server"
  }

  var method = Method.get

  /// The path, with `{name}` for a variable segment.
  var path: String

  /// The name that generated clients use.
  var id: String

  var chapter: Chapter

  /// A summary of one line.
  var summary: String

  /// Further details.
  var details = ""

  /// All parameters of path and query except `f`, which follows from the formats.
  var parameters: [Parameter] = []

  /// The accepted types of request bodies.
  var content: [Content] = []

  /// Whether a request without a body is refused, if the operation accepts any.
  var requiresContent = true

  /// The formats of the normal response; a request chooses with `f=` or `Accept`.
  var formats: [Format] = []

  /// Responses besides the normal one and the problems that every operation has.
  var responses: [DocumentedResponse] = []

  /// Whether pages of other sites may read the responses.
  var isOpenToOtherSites = true

  /// Who may use it.
  var audience: Audience { handler.audience }

  /// Whether it changes nothing, though its method is not GET, so that pages of other sites may use it.
  var onlyReads = false

  /// Whether it serves clients without credentials.
  var isForStrangers = false

  /// Whether the description lists HEAD too, because the header alone is useful.
  var describesHead = false

  /// An example of a target.
  var example: String?

  var handler: Handler

  /// All parameters of the query.
  var queryParameters: [Parameter] {
    let declared = parameters.filter { $0.location == .query }
    return formats.contains { $0.name != nil } ? declared + [.format(formats)] : declared
  }

  /// The media types of the normal response, in order of preference.
  var mediaTypes: [String] { formats.map(\.type) }
}

/// A type of request body with its schema.
struct Content: Hashable, Sendable {
  var type: String
  var schema: JSONValue
}

/// A response besides the normal one.
struct DocumentedResponse: Hashable, Sendable {
  var status: Int
  var summary: String
  var content: [Content] = []
}

/// A request that was validated against its operation.
struct Call: Sendable {
  let request: Request
  let path: PathParameters

  /// The photos that the visitor may see.
  let library: VisibleLibrary

  /// The given parameters of the query, all of them declared.
  let parameters: Parameters

  /// The requested format; nil if the operation has none.
  let format: Format?

  /// The wording of page links in that format; nil if it is not a format of photos.
  let wording: PageWording?
}

extension JSONValue {
  /// Bytes that are not text.
  static let binary: JSONValue = ["type": "string", "format": "binary"]
}
