import BaseMaps
import Foundation
import Geography
import HTTPServer
import PhotoFacts
import Grid
import People
import PhotoIndex
import PhotoScanner
import Sharing
import TestSupport
import Testing

@testable import MapService

/// One link to a library, or one user with a scope, and the same link or user without the scope to a library that holds
/// only those photos, in which all that guests may not see is different.
///
/// Both must answer alike, byte for byte.
final class SharedLibrary {
  /// A link and the zones of its library.
  struct Link: CustomTestStringConvertible, Sendable {
    var filters: [String: String] = [:]
    var hasZones = false

    /// The scope of a user, instead of a link; empty for a link.
    var scope: [UserScope.Part] = []

    var testDescription: String {
      (filters.map { "\($0.key)=\($0.value)" }.sorted()
        + scope.map { "\($0.kind)=\($0.value)" }).joined(separator: "&")
        + (hasZones ? " with zones" : "")
    }

    /// The filters that select photos, as queries that each select a part.
    fileprivate var queries: [String] {
      guard scope.isEmpty else { return scope.flatMap(Self.queries) }
      return [
        filters.filter { ["path", "bbox", "datetime", "filter"].contains($0.key) }
          .map { "&\($0.key)=\($0.value.replacing("*", with: "%2A").replacing(" ", with: "%20"))" }
          .joined()
      ]
    }

    private static func queries(_ part: UserScope.Part) -> [String] {
      let value = part.value.replacing("*", with: "%2A")
      switch part.kind {
      case .path: return ["&path=\(value)\(part.value.contains("*") ? "" : "/%2A")"]
      case .area: return ["country", "region", "place"].map { "&\($0)=\(value)" }
      case .bbox, .keyword: return ["&\(part.kind)=\(value)"]
      }
    }

    /// Whether a photo without a position is in the scope: by its path or its keywords, since it is in no box or area.
    fileprivate func hasUnlocated(_ photo: PhotoRecord) -> Bool {
      let path = photo.path.description
      return scope.contains { part in
        switch part.kind {
        case .path:
          let isPattern = part.value.contains { $0 == "*" }
          return unsafe isPattern
            ? fnmatch(part.value, path, 0) == 0
            : path == part.value || path.hasPrefix(part.value + "/")
        case .keyword:
          return photo.facts.words.keywords.contains {
            $0.split(separator: "/").contains { $0 == part.value }
          }
        case .area, .bbox: return false
        }
      }
    }

    /// The user whose scope is that of the link, or who sees everything; nil for a link.
    fileprivate func user(seesAll: Bool) throws -> User? {
      guard !scope.isEmpty else { return nil }
      return try User(
        name: "cleo", role: .editor, passwordHash: nil,
        scope: UserScope(parts: seesAll ? [] : scope))
    }

    /// Whether paths are those of the files.
    fileprivate var showsPaths: Bool { filters["paths"] != nil || !scope.isEmpty }

    /// What the link says about all photos that it shows.
    fileprivate var terms: [String: String] {
      filters.filter { ["precision", "paths", "no-names", "no-words"].contains($0.key) }
    }
  }

  let guarded: GuestDoor
  let truth: GuestDoor

  /// How many photos the library has, and how many the link shows.
  let counts: (all: Int, shared: Int)

  /// How many of those that are shown have no position.
  let unlocated: Int

  private let folder: TemporaryDirectory

  private static let coarse = "-10,35,20,60"

  init(_ link: Link) throws {
    folder = try TemporaryDirectory()
    try Self.addFiles(in: folder)
    let paths = ["guarded.sqlite", "truth.sqlite"].map { [folder] in FilePath(folder.file($0)) }
    let indexes = try paths.map {
      try PhotoIndex(path: $0, access: .writing, places: NamedPlaces.shared.get())
    }
    let roots = ["pictures", "backup"].map { [folder] in FilePath(folder.file($0)) }
    _ = try PhotoScanner(index: indexes[0]).scan(roots)
    var options = MapService.Options()
    let map = folder.file("monaco.pmtiles")
    try PMTilesWriter([.init(2, 2, 1): [1]]).write(to: map)
    options.baseMaps = .init(files: [Array(map.utf8)], folder: nil)
    options.started = 0
    guarded = try GuestDoor(
      indexes[0], link.filters, user: link.user(seesAll: false), options: options)
    truth = try GuestDoor(
      indexes[1], link.terms, user: link.user(seesAll: true), options: options)
    var ids = Set(try link.queries.flatMap { [guarded] in try Self.ids(guarded, $0) })
    if link.hasZones { ids.subtract(try Self.ids(guarded, "&bbox=20,20,40,40")) }
    let count = try indexes[0].read { try Int($0.summary().photos) }
    let unlocated = try indexes[0].read { try $0.photos(1...Int64(count)) }
      .filter { $0.place.location == nil && $0.format != nil && link.hasUnlocated($0) }
    ids.formUnion(unlocated.map(\.id))
    self.unlocated = unlocated.count
    counts = (count, ids.count)
    try Self.copy(ids, of: count, from: indexes[0], to: indexes[1], link, folder)
    guard link.hasZones else { return }
    let zones = paths.map { ZoneRegister(index: $0) }
    #expect(
      try zones[0].add(
        PrivacyZone(name: "home", circle: nil, box: "20,20,40,40", coarse: nil)))
    for register in zones {
      #expect(
        try register.add(
          PrivacyZone(name: "work", circle: nil, box: Self.coarse, coarse: "20000")))
    }
  }

  private static func ids(_ door: GuestDoor, _ query: String) throws -> Set<Int64> {
    let answer = try door.askAsOwner("/collections/photos/items?limit=1000" + query)
    let features = try #require(try answer.json()["features"] as? [[String: Any]], "\(answer.text)")
    return Set(features.compactMap { ($0["id"] as? Int).map(Int64.init) })
  }

  /// Two folders to scan, the second of which has folders of the same names with other photos; and links to the same
  /// files under other names.
  private static func addFiles(in folder: TemporaryDirectory) throws {
    let names = try SamplePhotos.names().filter { !$0.contains("festival") }.sorted()
    var files: [(String, String)] = names.map { ("pictures/" + $0, $0) }
    files += [
      ("backup/2021-egypt/bridge.jpg", "2018-california/golden-gate.jpg"),
      ("backup/2023-paris/tower.jpg", "2023-paris/eiffel-tower.jpg"),
      ("backup/top.jpg", "2019-nepal/boudhanath.jpg"),
    ]
    let manager = FileManager.default
    for folderName in ["moved", "renamed"] {
      try manager.createDirectory(
        atPath: folder.file(folderName), withIntermediateDirectories: true)
    }
    for (number, file) in files.enumerated() {
      let path = folder.file(file.0)
      try manager.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try manager.copyItem(atPath: SamplePhotos.path(file.1), toPath: path)
      let name = (path as NSString).lastPathComponent
      for other in [Self.moved(file.0, number), Self.renamed(name)] {
        let link = folder.file(other.root + "/" + other.path)
        try manager.createDirectory(
          atPath: (link as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        if !manager.fileExists(atPath: link) { try manager.linkItem(atPath: path, toPath: link) }
      }
    }
  }

  private static func moved(_ path: String, _ number: Int) -> (root: String, path: String) {
    let parts = path.split(separator: "/")
    return ("moved", "\(parts.dropLast().joined(separator: "+"))/\(parts.last ?? "")")
  }

  private static func renamed(_ name: String) -> (root: String, path: String) {
    ("renamed", "x/" + String(name.reversed()))
  }

  /// Stores the photos of the link under the ids that they have in the other index.
  private static func copy(
    _ ids: Set<Int64>, of count: Int, from index: PhotoIndex, to other: PhotoIndex, _ link: Link,
    _ folder: TemporaryDirectory
  ) throws {
    let photos = try index.read { try $0.photos(1...Int64(count)) }
    #expect(photos.map(\.id) == Array(1...Int64(count)))
    try other.write { writer in
      let gone = try writer.markListed(
        FilePath("gone"), in: try writer.root(FilePath("/gone")), scan: 1
      ).id
      for photo in photos {
        var place = (root: photo.root, path: photo.path)
        let full = photo.file.text.dropFirst(folder.path.utf8.count + 1)
        if link.filters["no-names"] != nil {
          let other = renamed(String(decoding: photo.path.lastComponent, as: UTF8.self))
          place = (FilePath(folder.file(other.root)), FilePath(other.path))
        } else if !link.showsPaths {
          let other = moved(String(full), 0)
          place = (FilePath(folder.file(other.root)), FilePath(other.path))
        }
        let directory =
          ids.contains(photo.id)
          ? try writer.markListed(
            place.path.parent ?? FilePath(""), in: try writer.root(place.root), scan: 1
          ).id : gone
        let stamp = try #require(photo.stamp)
        var facts = photo.facts
        if link.filters["no-words"] != nil { facts.words = PhotoWords() }
        let id = try writer.add(
          ReadFile(name: place.path.lastComponent, stamp: stamp, facts: facts), in: directory)
        #expect(id == photo.id)
      }
      for photo in photos where !ids.contains(photo.id) { try writer.remove(photo.id) }
      try writer.removeDirectory(gone)
    }
  }
}
