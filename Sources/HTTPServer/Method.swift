/// What a client asks to be done with a resource.
public enum Method: String, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"

  // Known, so that they are refused as not allowed and not as unheard of; nothing answers them.
  case query = "QUERY"
  case trace = "TRACE"

}
