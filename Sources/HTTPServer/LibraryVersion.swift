internal import CMicroHTTPD

extension HTTPServer {
  /// The version of libmicrohttpd in use.
  public static var libraryVersion: String { unsafe String(cString: MHD_get_version()) }
}
