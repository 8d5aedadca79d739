/// The names Google Takeout gives to what it tells of photos.
///
/// `a.jpg` has `a.jpg.json` or, since 2024, `a.jpg.supplemental-metadata.json`. Without its ending
/// such a name is cut at 46 characters, wherever that falls. A second photo of the name is
/// `a(1).jpg`, and its document `a.jpg(1).json`; an edited copy `a-edited.jpg` has none of its own.
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

  /// Notes a document.
  mutating func add(_ name: [UInt8]) {
    let base = name.dropLast(5).map(\.lowercased)
    let (rest, counter) = PhotoName.splitCounter(base[...])
    if Self.mayBeCut(rest) { cut[CutName(base: rest, counter: counter)] = name }
    let photo = Self.withoutAddition(rest)
    let parts = PhotoName(Array(photo))
    let numbered = parts.wholeStem + counter + parts.ending
    byPhoto[numbered] = name
    if !counter.isEmpty, byPhoto[base] == nil { byPhoto[base] = name }
    // Of the photos `a.heic` and `a.jpg` the first keeps its say in what `a.mp4` is.
    let stem = parts.ending.isEmpty ? Array(photo) + counter : parts.wholeStem + counter
    if byStem[stem] == nil { byStem[stem] = name }
  }

  /// The document of a photo, if there is one.
  func document(of photo: PhotoName) -> Companion? {
    guard !byPhoto.isEmpty else { return nil }
    // What is called `a.json` is that of `a.jpg` too: so it was before the ending was kept.
    var names = [photo.whole, photo.wholeStem]
    if photo.isEdited { names.append(photo.original) }
    for name in names {
      if let document = byPhoto[name] { return Companion(.takeout, name: document) }
    }
    // The film of a moving photo, and the JPEG made from an edited HEIC, have another ending.
    if photo.isFilm || photo.isEdited,
      let document = byStem[Array(photo.stem + photo.counter)] ?? byStem[photo.wholeStem]
        ?? byStem[photo.whole]
    {
      return Companion(.takeout, name: document)
    }
    return cutDocument(of: photo)
  }

  /// The document whose name was cut before it came to what tells this photo from others.
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

  /// Whether a name is as long as those that are cut; in what characters are counted is not known.
  private static func mayBeCut(_ base: ArraySlice<UInt8>) -> Bool {
    base.count >= longestBase && String(decoding: base, as: UTF8.self).utf16.count <= longestBase
  }

  /// Takes `.supplemental-metadata` off the end, or as much of it as was not cut.
  private static func withoutAddition(_ base: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let dot = base.lastIndex(of: UInt8(ascii: ".")), dot > base.startIndex,
      addition.starts(with: base[(dot + 1)...])
    else { return base }
    return base[..<dot]
  }
}
