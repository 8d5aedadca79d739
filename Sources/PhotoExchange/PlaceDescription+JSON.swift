public import Places

extension PlaceDescription {
  /// Writes an object with what is known of a position; what is not known is absent.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("countryCode", countryCode)
      json.member("country", country)
      json.member("region", region)
      json.member("regionCode", regionCode)
      json.member("place", place)
      json.member("placeId", placeID)
      json.member("placeDistance", placeDistance.map { Int($0.rounded()) })
      json.member("timeZone", timeZone)
    }
  }
}
