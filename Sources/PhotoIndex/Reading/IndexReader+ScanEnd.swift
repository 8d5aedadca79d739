internal import SQLite

extension IndexReader {
  /// When a scan of whole folders last ended, in seconds since 1970, whichever program made it; nil if none is
  /// recorded.
  public func lastScanEnd() throws -> Int64? {
    try connection.integer("SELECT value FROM state WHERE key = 'last_scan_end'")
  }
}
