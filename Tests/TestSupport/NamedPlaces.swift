public import Places

/// The places file that scripts/setup has built, opened once.
public enum NamedPlaces {
  /// The path of the file.
  public static let path = SamplePhotos.package + "/static/" + Places.fileName

  /// The file, or why it cannot be opened.
  public static let shared = Result { try Places(path: Array(path.utf8)) }
}
