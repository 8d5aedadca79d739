internal import Files
internal import Grid
internal import Geography
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata
internal import PhotoScanner
internal import Synchronization

extension VisibleLibrary {
  /// Whether the file of a photo may tell a position that is hidden from the visitor, wherever the photo is shown.
  ///
  /// A photo may have been moved out of a zone by hand or by a sidecar, while its file still has the former
  /// position. So all known positions count: in the file, in its companions and in the notes. True if they cannot
  /// be determined.
  ///
  /// Reads the file. `known` is the photo as the index has it.
  ///
  /// - Parameter folders: Finds the companions; one for many photos lists each of their folders once.
  func mayTellHiddenPosition(
    _ opened: OpenedPhoto, of known: PhotoRecord,
    folders: ListedFolders = ListedFolders()
  ) -> Bool {
    mayHaveHiddenNote(about: known)
      || mayTellHiddenPosition(opened.file, at: opened.photo.file, folders)
  }

  /// The same of the notes alone.
  func mayHaveHiddenNote(about known: PhotoRecord) -> Bool {
    guard let privacy else { return false }
    guard let noted = try? notedPositions(of: known) else { return true }
    return !noted.allSatisfy(privacy.shows)
  }

  /// The same of the file and its companions alone.
  func mayTellHiddenPosition(
    _ file: ReadableFile, at path: FilePath, _ folders: ListedFolders
  ) -> Bool {
    guard let privacy else { return false }
    var reader = PhotoReader()
    let companions = folders.companions(of: path)
    guard let positions = reader.positions(in: file, at: path, companions: companions) else {
      return true
    }
    return !positions.allSatisfy(privacy.shows)
  }
}

/// The companions of photos that come folder by folder.
final class ListedFolders: Sendable {
  private let search = Mutex(CompanionSearch())

  /// The companions of a photo, as they were when its folder was listed.
  func companions(of photo: FilePath) -> [Companion] {
    search.withLock { $0.companions(of: photo) }
  }

  /// A number that changes with them; nil if there are none.
  func mark(of photo: FilePath) -> Int64? { search.withLock { $0.mark(of: photo) } }
}
