internal import HTTPServer

/// The server's type `Request`; the client has a type of the same name.
typealias ServerRequest = Request

/// The server's type `Method`.
typealias ServerMethod = Method
