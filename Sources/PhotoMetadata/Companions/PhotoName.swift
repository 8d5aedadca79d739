/// The name of a file in the parts that companions are named after, all in small letters: a photo
/// copied from a camera's card to a computer and back has its name in other letters than its
/// companion.
struct PhotoName: Hashable {
  /// The whole name.
  let whole: [UInt8]

  /// The name up to its last dot, without a number in brackets and without a word for an edited copy.
  private(set) var stem: ArraySlice<UInt8>

  /// The last dot and what follows; empty where there is none.
  let ending: ArraySlice<UInt8>

  /// The number in brackets, as `(1)`, that tells two files of one name apart; empty where none.
  let counter: ArraySlice<UInt8>

  /// Whether the name says that it is an edited copy of another photo.
  let isEdited: Bool

  init(_ name: [UInt8]) {
    whole = name.map(\.lowercased)
    let dot = whole.lastIndex(of: UInt8(ascii: ".")) ?? whole.endIndex
    ending = whole[dot...]
    (stem, counter) = Self.splitCounter(whole[..<dot])
    (stem, isEdited) = Self.splitEdit(stem)
  }

  /// The name of the photo as it was before it was edited or got its number.
  var plain: [UInt8] { Array(stem + ending) }

  /// The name of the photo as it was before it was edited.
  var original: [UInt8] { Array(stem + counter + ending) }

  /// The name up to its last dot as it is.
  var wholeStem: [UInt8] { Array(whole[..<ending.startIndex]) }

  /// Whether a film is called so.
  var isFilm: Bool { Self.filmEndings.contains(Array(ending.dropFirst())) }

  private static let filmEndings = Set(
    ["mp4", "mov", "m4v", "mp", "mv", "3gp", "avi", "mpg", "mts"].map { Array($0.utf8) })

  /// Takes `(12)` off the end.
  static func splitCounter(
    _ name: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>, counter: ArraySlice<UInt8>) {
    guard name.last == UInt8(ascii: ")"), let open = name.lastIndex(of: UInt8(ascii: "(")),
      open > name.startIndex, (2...5).contains(name.endIndex - 1 - open),
      name[(open + 1)..<(name.endIndex - 1)].allSatisfy({ (48...57).contains($0) })
    else { return (name, name[name.endIndex...]) }
    return (name[..<open], name[open...])
  }

  /// What Google puts behind the name of an edited copy, in the languages it has been seen in.
  private static let editEndings = [
    "-edited", "-effects", "-smile", "-mix", "-edit", "-editado", "-editada", "-bearbeitet",
    "-modifié", "-modificato", "-modificata", "-bewerkt", "-redigeret", "-redigerad",
    "-redigert", "-muokattu", "-edytowane", "-upraveno", "-szerkesztve", "-editat", "-düzenlendi",
    "-изменено", "-編集済み", "-已修改", "-已編輯", "-수정됨",
  ].map { Array($0.utf8) }

  /// Names longer than this are cut, and with them the word for the edited copy.
  private static let longestWhole = 46

  private static func splitEdit(
    _ stem: ArraySlice<UInt8>
  ) -> (stem: ArraySlice<UInt8>, isEdited: Bool) {
    for word in editEndings where stem.count > word.count {
      if stem.suffix(word.count).elementsEqual(word) { return (stem.dropLast(word.count), true) }
      guard stem.count >= longestWhole, let dash = stem.lastIndex(of: UInt8(ascii: "-")),
        stem.endIndex - dash > 1, word.starts(with: stem[dash...])
      else { continue }
      return (stem[..<dash], true)
    }
    return (stem, false)
  }
}
