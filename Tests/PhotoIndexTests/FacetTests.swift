import Files
import Geography
import PhotoFacts
@testable import PhotoIndex
import SQLite
import Testing
import Query

/// Counts by camera, kind, source and folder equal those of the list.
@Suite struct FacetTests {
  /// Photos of two roots, some of them not on the map.
  private struct Library {
    let gallery: Gallery

    func expected(_ chosen: [Gallery.Photo]) -> (
      cameras: [PhotoFacets.Camera: Int], folders: [String: Int], unknown: Int
    ) {
      var cameras: [PhotoFacets.Camera: Int] = [:]
      var folders: [String: Int] = [:]
      var unknown = 0
      for photo in chosen {
        let camera = PhotoFacets.Camera(
          make: photo.texts[.cameraMake], model: photo.texts[.cameraModel])
        if camera.make == nil, camera.model == nil {
          unknown += 1
        } else {
          cameras[camera, default: 0] += 1
        }
        let path = photo.texts[.path] ?? ""
        let top = path.contains("/") ? path.prefix { $0 != "/" } : ""
        folders[(photo.texts[.root] ?? "") + "|" + top, default: 0] += 1
      }
      return (cameras, folders, unknown)
    }
  }

  private func boxes() -> [BoundingBox?] {
    [
      nil, BoundingBox(west: -20, south: -20, east: 60, north: 40),
      BoundingBox(west: 160, south: -80, east: -140, north: 80),
      BoundingBox(west: 19, south: 19, east: 21, north: 21),
      BoundingBox(west: 1, south: 1, east: 2, north: 2),
    ]
  }

  @Test(arguments: [800, 12_000])
  func facetsAgreeWithALinearCount(count: Int) throws {
    let gallery = try Gallery(seed: 31, count: count)
    for box in boxes() {
      for source in [nil, LocationSource.xmp] {
        var filter = PhotoFilter()
        filter.box = box
        filter.source = source
        let chosen = gallery.photos.filter { photo in
          (box?.contains(photo.coordinate) ?? true)
            && (source == nil || photo.texts[.locationSource] == source?.name)
        }
        // The second answer comes from the cache.
        for _ in 0..<2 {
          let facets = try gallery.index.read { try $0.facets(filter) }
          check(facets, chosen, Library(gallery: gallery).expected(chosen))
        }
      }
    }
  }

  private func check(
    _ facets: PhotoFacets, _ chosen: [Gallery.Photo],
    _ expected: (cameras: [PhotoFacets.Camera: Int], folders: [String: Int], unknown: Int)
  ) {
    #expect(facets.count == chosen.count)
    #expect(facets.withoutCamera == expected.unknown)
    #expect(facets.otherCameras == 0)
    #expect(facets.otherFolders == 0)
    let cameras = facets.cameras.map { ($0.value, $0.count) }
    #expect(Dictionary(uniqueKeysWithValues: cameras) == expected.cameras)
    let folders = facets.folders.map {
      ("\($0.value.root)|" + String(decoding: $0.value.name, as: UTF8.self), $0.count)
    }
    #expect(Dictionary(uniqueKeysWithValues: folders) == expected.folders)
    for part in facets.media {
      let films = chosen.count { $0.texts[.media] == MediaFormat.mp4.mimeType }
      #expect(part.count == (part.value == .video ? films : chosen.count - films))
    }
    for part in facets.sources {
      #expect(part.count == chosen.count { $0.texts[.locationSource] == part.value.name })
    }
    #expect(facets.media.reduce(0) { $0 + $1.count } == chosen.count)
    #expect(facets.sources.reduce(0) { $0 + $1.count } == chosen.count)
    let counts = facets.cameras.map(\.count)
    #expect(counts == counts.sorted(by: >))
  }

  @Test func facetsAreThoseOfTheRequestedVersion() throws {
    let world = try World(seed: 32, count: 2_500)
    for _ in 0..<4 {
      for camera in [nil, "lumo"] {
        var filter = PhotoFilter()
        filter.camera = camera
        let facets = try world.index.read { try $0.facets(filter) }
        let chosen = world.matching(filter)
        #expect(facets.count == chosen.count)
        #expect(facets.folders.map(\.count) == [chosen.count])
        for part in facets.cameras {
          #expect(part.count == chosen.count { $0.camera == part.value.model })
        }
      }
      try world.grow(by: 40)
      try world.remove([world.randomID()])
    }
  }

  @Test func photosWithoutAValueAreCounted() throws {
    let world = try World(seed: 33)
    let cameras = 230
    try world.index.write { writer in
      let root = try writer.root(FilePath("/photos"))
      for number in 0..<cameras {
        let directory = try writer.markListed(FilePath("trip \(number)/day"), in: root, scan: 1).id
        for copy in 0...(number < 10 ? 1 : 0) {
          var facts = PhotoFacts(
            place: .located(
              Location(
                Coordinate(latitudeE7: 1, longitudeE7: 1) ?? world.randomPlace(), source: .exif)),
            format: .jpeg)
          facts.camera.model = "Model \(number)"
          _ = try writer.add(
            ReadFile(
              name: Array("\(copy).jpg".utf8),
              stamp: FileStamp(size: 1, modified: 1, inode: UInt64(2 * number + copy + 1)),
              facts: facts), in: directory)
        }
      }
    }
    let facets = try world.index.read { try $0.facets(PhotoFilter()) }
    #expect(facets.cameras.count == 200)
    #expect(facets.folders.count == 200)
    #expect(facets.cameras.prefix(10).allSatisfy { $0.count == 2 })
    #expect(facets.otherCameras == 30)
    #expect(facets.otherFolders == 30)
    #expect(facets.count == 240)
    #expect(facets.folders.allSatisfy { $0.value.isOnlyOneOfItsName })
  }

  /// An import may have ids of any size; the array of counts must not extend to them.
  @Test func idsFarApartAreCountedToo() throws {
    let world = try World(seed: 34, count: 3_000)
    let connection = try Connection(path: world.index.path, access: .readWrite)
    let ids = world.photos.prefix(3).map(\.id)
    for (number, id) in ids.enumerated() {
      try connection.statement("UPDATE photo SET id = ?1 WHERE id = ?2")
        .bind(Int64(1) << (30 + 10 * Int64(number)), id).run()
    }
    try connection.execute("DELETE FROM photo_block")
    try IndexWriter(connection).makeBlocks()
    let names = try GroupNames(connection)
    let groups = try world.index.read { try PhotoGroups($0) }
    for (number, id) in ids.enumerated() {
      #expect(groups.group(of: id) == 0)
      #expect(groups.group(of: Int64(1) << (30 + 10 * Int64(number))) != 0)
    }
    #expect(groups.group(of: -1) == 0)
    #expect(groups.group(of: .max) == 0)
    for photo in world.photos.dropFirst(3) {
      let camera = names.group(groups.group(of: photo.id)).camera
      #expect(camera.flatMap { names.cameras[$0].model } == photo.camera)
    }
  }
}
