internal import PhotoFacts
internal import PhotoIndex

extension PrivateFile {
  /// The side file of an index with this ending; the same for all paths of the index.
  init(_ index: FilePath, _ ending: String) {
    self.init(path: IndexLocation(index).beside(ending))
  }
}
