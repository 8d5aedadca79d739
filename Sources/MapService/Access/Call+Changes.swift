internal import HTTPServer
internal import Notes
internal import PhotoIndex
internal import Query

// What an editor may change: the photos of the scope, and what the editor has entered.
extension Call {
  /// Those of some photos that the visitor may change: those that the visitor sees, and those of the scope that have no
  /// position yet.
  func changeable(_ ids: [Int64], of index: PhotoIndex) throws -> [Int64] {
    guard let user = request.visitor.limitedUser else { return ids }
    let wanted = Array(Set(ids))
    let seen = Set(try library.read { try $0.shown(wanted) })
    let others = wanted.filter { !seen.contains($0) }
    let unplaced = try index.read { try $0.unlocated(others, passing: user.condition) }
    let all = seen.union(unplaced)
    return ids.filter(all.contains)
  }

  /// The acts of a kind that the visitor may see and undo, about a photo or all of them; the newest first.
  ///
  /// Those of an editor are the editor's own, because others may be about photos outside of the scope.
  func acts(_ kind: Note.Kind, about photo: Int64?, of index: PhotoIndex) throws -> [Act] {
    guard request.visitor.limitedUser != nil else { return try index.acts(kind, about: photo) }
    if let photo, try changeable([photo], of: index).isEmpty { return [] }
    return try index.acts(kind, about: photo).filter { $0.author == request.user }
  }

  /// Throws if the visitor may not undo an act.
  func checkUndoing(_ act: Int64, of index: PhotoIndex, list: String) throws {
    guard request.visitor.limitedUser != nil else { return }
    let found = try index.readActs { store, _ in try store.acts(act...act).first } ?? nil
    guard let found, found.author == request.user else {
      throw Problem.nothingToUndo(act, list)
    }
  }
}

extension Problem {
  static func nothingToUndo(_ act: Int64, _ list: String) -> Problem {
    .notFound("There is nothing to undo of act \(act). Look at the acts in /\(list).").of(
      .nothingToUndo)
  }
}
