internal import HTTPServer

/// What the server calls a request; the client has a type of that name too.
typealias ServerRequest = Request
