extension IndexReader {
  /// When a scan of whole folders ended last, in seconds since 1970, whichever program made it; nil if
  /// none has since this is noted.
  public func lastScanEnd() throws -> Int64? {
    try connection.integer("SELECT value FROM state WHERE key = 'last_scan_end'")
  }
}
