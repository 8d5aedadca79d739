internal import Grid
internal import Geography
internal import PhotoIndex
internal import PhotoMetadata
internal import PhotoScanner

extension VisibleLibrary {
  /// Whether the file of a photo may tell a position that is hidden from the visitor, wherever the photo is shown.
  ///
  /// A photo may have been moved out of a zone by hand or by a sidecar, while its file still has the former
  /// position. So all known positions count: in the file, in its companions and in the notes. True if they cannot
  /// be determined.
  ///
  /// Reads the file. `known` is the photo as the index has it.
  func mayTellHiddenPosition(_ opened: OpenedPhoto, of known: PhotoRecord) -> Bool {
    guard let privacy else { return false }
    var reader = PhotoReader()
    var search = CompanionSearch()
    let path = opened.photo.file
    guard
      let inFile = reader.positions(
        in: opened.file, at: path, companions: search.companions(of: path)),
      let noted = try? notedPositions(of: known)
    else { return true }
    return !(inFile + noted).allSatisfy(privacy.shows)
  }
}
