/// HTTP methods.
public enum Method: String, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"

  // Known methods without routes get 405; unknown ones get 501.
  case query = "QUERY"
  case trace = "TRACE"

}
