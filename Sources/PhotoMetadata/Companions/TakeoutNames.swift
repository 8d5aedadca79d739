/// Finds the Google Takeout document of a photo by its name.
///
/// `a.jpg` has `a.jpg.json` or, since 2024, `a.jpg.supplemental-metadata.json`. The name before `.json` is
/// truncated at 46 characters. A second photo of the same name is `a(1).jpg` with `a.jpg(1).json`. An edited
/// copy `a-edited.jpg` has no document of its own.
struct TakeoutNames: Sendable {
  private var byPhoto: [[UInt8]: [UInt8]] = [:]
  private var byStem: [[UInt8]: [UInt8]] = [:]
  private var cut: [CutName: [UInt8]] = [:]

  private struct CutName: Hashable {
    let base: ArraySlice<UInt8>
    let counter: ArraySlice<UInt8>
  }

  private static let addition = Array("supplemental-metadata".utf8)
  private static let longestBase = 46

  /// Adds a document.
  mutating func add(_ name: [UInt8]) {
    let base = name.dropLast(5).map(\.lowercased)
    let (rest, counter) = PhotoName.splitCounter(base[...])
    if Self.mayBeCut(rest) { cut[CutName(base: rest, counter: counter)] = name }
    let photo = Self.withoutAddition(rest)
    let parts = PhotoName(Array(photo))
    let numbered = parts.wholeStem + counter + parts.ending
    byPhoto[numbered] = name
    if !counter.isEmpty, byPhoto[base] == nil { byPhoto[base] = name }
    // For `a.mp4` the document of the first of `a.heic` and `a.jpg` is used.
    let stem = parts.ending.isEmpty ? Array(photo) + counter : parts.wholeStem + counter
    if byStem[stem] == nil { byStem[stem] = name }
  }

  /// The document of a photo; nil if there is none.
  func document(of photo: PhotoName) -> Companion? {
    guard !byPhoto.isEmpty else { return nil }
    // `a.json` also belongs to `a.jpg`; older exports left out the extension.
    var names = [photo.whole, photo.wholeStem]
    if photo.isEdited { names.append(photo.original) }
    for name in names {
      if let document = byPhoto[name] { return Companion(.takeout, name: document) }
    }
    // The film of a motion photo, and the JPEG of an edited HEIC, have another extension.
    if photo.isFilm || photo.isEdited,
      let document = byStem[Array(photo.stem + photo.counter)] ?? byStem[photo.wholeStem]
        ?? byStem[photo.whole]
    {
      return Companion(.takeout, name: document)
    }
    return cutDocument(of: photo)
  }

  /// The document whose name was truncated before the part that distinguishes photos.
  private func cutDocument(of photo: PhotoName) -> Companion? {
    let full = photo.plain + [UInt8(ascii: ".")] + Self.addition
    guard !cut.isEmpty, full.count >= Self.longestBase else { return nil }
    for length in (Self.longestBase...min(full.count, 3 * Self.longestBase)).reversed() {
      let name = CutName(base: full[..<length], counter: photo.counter)
      if let document = cut[name] {
        return Companion(.takeout, name: document, isKnownByTitle: true)
      }
    }
    return nil
  }

  /// Whether a name is long enough to be truncated; the unit of Takeout's limit is not known.
  private static func mayBeCut(_ base: ArraySlice<UInt8>) -> Bool {
    base.count >= longestBase && String(decoding: base, as: UTF8.self).utf16.count <= longestBase
  }

  /// Removes `.supplemental-metadata`, or a truncated form of it.
  private static func withoutAddition(_ base: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let dot = base.lastIndex(of: UInt8(ascii: ".")), dot > base.startIndex,
      addition.starts(with: base[(dot + 1)...])
    else { return base }
    return base[..<dot]
  }
}
