/// The parts of a photo's file name that identify its companions, in lower case.
///
/// Case is ignored, because copying between a memory card and a computer may change it for one of the files.
struct PhotoName: Hashable {
  /// The whole name.
  let whole: [UInt8]

  /// The name before the last dot, without a counter like `(1)` and without a suffix for edited copies.
  private(set) var stem: ArraySlice<UInt8>

  /// The last dot and what follows; empty if there is no dot.
  let ending: ArraySlice<UInt8>

  /// The counter, such as `(1)`, that distinguishes files of one name; empty if there is none.
  let counter: ArraySlice<UInt8>

  /// Whether the name has the suffix of an edited copy.
  let isEdited: Bool

  init(_ name: [UInt8]) {
    whole = name.map(\.lowercased)
    let dot = whole.lastIndex(of: UInt8(ascii: ".")) ?? whole.endIndex
    ending = whole[dot...]
    (stem, counter) = Self.splitCounter(whole[..<dot])
    (stem, isEdited) = Self.splitEdit(stem)
  }

  /// The name without the suffix of an edited copy and without the counter.
  var plain: [UInt8] { Array(stem + ending) }

  /// The name without the suffix of an edited copy.
  var original: [UInt8] { Array(stem + counter + ending) }

  /// The unchanged name before its last dot.
  var wholeStem: [UInt8] { Array(whole[..<ending.startIndex]) }

  /// Whether the extension is that of a film.
  var isFilm: Bool { Self.filmEndings.contains(Array(ending.dropFirst())) }

  private static let filmEndings = Set(
    ["mp4", "mov", "m4v", "mp", "mv", "3gp", "avi", "mpg", "mts"].map { Array($0.utf8) })

  /// Splits off a counter like `(12)`.
  static func splitCounter(
    _ name: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>, counter: ArraySlice<UInt8>) {
    guard name.last == UInt8(ascii: ")"), let open = name.lastIndex(of: UInt8(ascii: "(")),
      open > name.startIndex, (2...5).contains(name.endIndex - 1 - open),
      name[(open + 1)..<(name.endIndex - 1)].allSatisfy({ (48...57).contains($0) })
    else { return (name, name[name.endIndex...]) }
    return (name[..<open], name[open...])
  }

  /// The suffixes of Google's edited copies, in the languages found so far.
  private static let editEndings = [
    "-edited", "-effects", "-smile", "-mix", "-edit", "-editado", "-editada", "-bearbeitet",
    "-modifié", "-modificato", "-modificata", "-bewerkt", "-redigeret", "-redigerad",
    "-redigert", "-muokattu", "-edytowane", "-upraveno", "-szerkesztve", "-editat", "-düzenlendi",
    "-изменено", "-編集済み", "-已修改", "-已編輯", "-수정됨",
  ].map { Array($0.utf8) }

  /// Longer names are truncated, which also truncates the suffix.
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
