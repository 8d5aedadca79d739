import Foundation
import Geography
import PhotoExchange
import PhotoFacts
import PhotoIndex
import TestSupport
import Query

extension LibraryModel {
  /// Makes a random change to the files.
  func change() throws {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2: try addFile()
    case 3: try moveFile()
    case 4: try moveFolder()
    case 5: try changeFile()
    case 6: try removeFile()
    default: try changeSidecar()
    }
    isInStep = false
  }

  private func addFile() throws {
    let path = newPath()
    guard files[path] == nil else { return }
    note("add \(path)")
    try put(path, newPhoto())
  }

  private func moveFile() throws {
    let target = newPath()
    guard let path = anyFile(), target != path, target != "anchor.jpg" else { return }
    note("move \(path) to \(target)")
    if files[target] != nil { try forget(target) }
    try carry(path, to: target)
  }

  private func moveFolder() throws {
    guard let folder = draw(["a", "a/b", "d", "e/f", "n"]) else { return }
    let target = "\(draw(["n", "a/m", "d2", "e"]) ?? "n")"
    let inside = files.keys.filter { $0.hasPrefix(folder + "/") }.sorted()
    guard !inside.isEmpty, !FileManager.default.fileExists(atPath: library.file(target)),
      !target.hasPrefix(folder + "/")
    else { return }
    note("move folder \(folder) to \(target)")
    try library.move(folder, to: target)
    for path in inside {
      let other = target + path.dropFirst(folder.count)
      files[other] = files.removeValue(forKey: path)
      noteMove(other)
    }
  }

  private func changeFile() throws {
    guard let path = anyFile() else { return }
    try change(path, isReplaced: chance(2))
  }

  private func change(_ path: String, isReplaced: Bool) throws {
    note("\(isReplaced ? "replace" : "rewrite") \(path)")
    var photo = newPhoto()
    if let file = files[path], file.imported != nil || file.needsOwnPlace {
      let keeps =
        file.imported != nil && file.ownPlace == nil && !file.isMoved && !file.needsOwnPlace
      photo.place = keeps ? nil : photo.place ?? newPlace()
      if !keeps {
        if files[path]?.imported != nil { vacated.insert(path) }
        files[path]?.imported = nil
      }
      files[path]?.needsOwnPlace = !keeps
    }
    let url = URL(fileURLWithPath: library.file(path))
    try photo.bytes.write(to: url, options: isReplaced ? .atomic : [])
    files[path]?.photo = photo
    files[path]?.isChanged = true
    if files[path]?.isMoved ?? false { files[path]?.id = nil }
  }

  private func noteMove(_ path: String) {
    files[path]?.isMoved = true
    if files[path]?.isChanged ?? false { files[path]?.id = nil }
  }

  private func removeFile() throws {
    guard let path = anyFile() else { return }
    note("remove \(path)")
    try forget(path)
  }

  private func changeSidecar() throws {
    guard let path = anyFile() else { return }
    if files[path]?.sidecar != nil, chance(2) {
      note("remove the sidecar of \(path)")
      try library.remove(path + ".xmp")
      files[path]?.sidecar = nil
    } else {
      let place = newTenths()
      note("write a sidecar of \(path)")
      try library.write(path + ".xmp", TinyPhoto.sidecar(place))
      files[path]?.sidecar = place
    }
    // The list does not know whether a scan has seen a sidecar that appeared and disappeared. So the file is changed
    // too, and the next scan reads it again in any case.
    if files[path]?.imported != nil {
      files[path]?.needsOwnPlace = true
      try change(path, isReplaced: false)
    }
  }

  private func forget(_ path: String) throws {
    try library.remove(path)
    if files[path]?.imported != nil { vacated.insert(path) }
    if files[path]?.sidecar != nil { try library.remove(path + ".xmp") }
    files[path] = nil
  }

  private func carry(_ path: String, to target: String) throws {
    try library.move(path, to: target)
    var file = files.removeValue(forKey: path)
    // A renamed file is read again; if it was changed too, it is not recognised.
    let isUnsure =
      file?.imported != nil && (file?.ownPlace != nil || file?.isChanged == true)
      || vacated.contains(target)
    if file?.imported != nil { vacated.insert(path) }
    if file?.sidecar != nil {
      if chance(2) {
        try library.move(path + ".xmp", to: target + ".xmp")
      } else {
        try library.remove(path + ".xmp")
        file?.sidecar = nil
      }
    }
    files[target] = file
    noteMove(target)
    if isUnsure {
      files[target]?.needsOwnPlace = true
      try change(target, isReplaced: false)
    }
  }

  /// Imports photos without a file, positions for files, or an earlier export.
  func importSomething() throws {
    guard isInStep else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try importAnExport()
    case 1: try importPlaces()
    default: try importStrangers()
    }
  }

  private func importAnExport() throws {
    note("import what is exported")
    let format = draw(PhotoFileFormat.importable) ?? .ndjson
    var bytes = PhotoTable().header
    var json = JSONWriter()
    try index.read { reader in
      try reader.forEachPhoto(PhotoFilter()) { photo in
        PhotoTable().write(photo, to: &bytes)
        PhotoFeature().write(photo, to: &json)
        json.endLine()
      }
    }
    try read(format == .csv ? bytes : json.bytes)
  }

  private func importPlaces() throws {
    guard let path = anyFile() else { return }
    let place = newPlace()
    note("import a place for \(path)")
    try read(line(path, place, root: library.root))
    files[path]?.imported = place
    // A file that was not on the map had an id already, which the list learns only now.
    try learnIDs()
  }

  private func importStrangers() throws {
    note("import strangers")
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1..<40, using: &random) {
      let (path, place) = ("s/\(Int.random(in: 0..<80, using: &random))", newPlace())
      bytes += line(path, place, root: Self.importRoot)
      strangers[path] = Stranger(place: place, id: strangers[path]?.id)
    }
    try read(bytes)
    try learnIDs()
  }

  private func read(_ bytes: [UInt8]) throws {
    var options = PhotoImporter.Options()
    options.batchSize = draw([1, 7, 1_000]) ?? 1
    options.isStrict = true
    var rest = bytes[...]
    _ = try PhotoImporter(index: index, options: options).run(reading: {
      defer { rest = rest.dropFirst(1_000) }
      return Array(rest.prefix(1_000))
    })
  }

  private func line(_ path: String, _ place: Coordinate, root: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("type", "Feature")
      PhotoFeature.writePoint(place, to: &json)
      json.name("properties")
      json.object { json in
        json.member("path", path)
        json.member("root", root)
        json.member("locationSource", "import")
      }
    }
    json.endLine()
    return json.bytes
  }
}
