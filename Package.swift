// swift-tools-version: 6.2

import PackageDescription

// The rooms and the direction of the data: a target may depend on those above it in its list, never on
// one below. ARCHITECTURE.md draws it.

let systemLibraries: [Target] = [
  .systemLibrary(
    name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
  .systemLibrary(name: "CCrypt", pkgConfig: "libcrypt", providers: [.apt(["libcrypt-dev"])]),
  .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
  .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
  .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
  .systemLibrary(
    name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
  .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(
    name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
]

// The shims for FFmpeg, giflib, libcurl, libheif, libjxl, libpng, LibRaw, libtiff and libwebp need headers only: those libraries are
// opened when a picture needs them.
//
// What links the shims links what they call, also a test or a benchmark that needs one of them only.
let shims = Target.target(
  name: "CPhotoShims",
  linkerSettings: [
    .linkedLibrary("sqlite3"), .linkedLibrary("jpeg"), .linkedLibrary("microhttpd"),
  ])

// The commit is given by scripts/install; a development build has none, so that a commit makes nothing build again.
let buildInfo = Target.target(
  name: "CBuildInfo",
  cSettings: Context.environment["GEOINDEX_COMMIT"].map { [.define("GEOINDEX_COMMIT", to: $0)] })

let rooms: [Target] = [
  .target(name: "Files", dependencies: ["CPhotoShims"]),
  .target(name: "Caches"),
  .target(name: "Threads", dependencies: ["CPhotoShims"]),
  .target(name: "Compression", dependencies: ["CBrotli", "CZlib"]),
  .target(name: "Geography"),
  .target(name: "Varints"),
  .target(name: "Signing", dependencies: ["CNettle"]),
  .target(name: "PhotoFacts", dependencies: ["Geography"]),
  .target(name: "Archives", dependencies: ["PhotoFacts"]),
  .target(name: "Rooms", dependencies: ["Signing", "Geography"]),
  .target(name: "SQLite", dependencies: ["Files", "PhotoFacts", "CSQLite", "CPhotoShims"]),
  .target(name: "Grid", dependencies: ["PhotoFacts", "Geography", "Threads"]),
  .target(name: "TrackLines", dependencies: ["Varints", "PhotoFacts", "Geography"]),
  .target(name: "Places", dependencies: ["SQLite", "Files", "PhotoFacts", "Geography"]),
  .target(name: "JSON", dependencies: ["PhotoFacts"]),
  .target(name: "Query", dependencies: ["JSON", "PhotoFacts", "Geography"]),
  .target(name: "XML"),
  .target(
    name: "BaseMaps",
    dependencies: [
      "SQLite", "Files", "Caches", "Compression", "JSON", "Varints", "PhotoFacts", "Geography",
    ]),
  .target(name: "Journeys", dependencies: ["PhotoFacts", "Geography"]),
  .target(name: "Plausibility", dependencies: ["Journeys", "PhotoFacts", "Geography"]),
  .target(name: "Placement", dependencies: ["PhotoFacts", "Geography"]),
  .target(
    name: "Tracks",
    dependencies: ["Compression", "JSON", "XML", "PhotoFacts", "Geography"]),
  .target(
    name: "PhotoMetadata",
    dependencies: [
      "Files", "Compression", "Signing", "JSON", "XML", "Tracks", "PhotoFacts", "Geography",
      "CExif",
    ]),
  .target(
    name: "PhotoIndex",
    dependencies: [
      "SQLite", "Grid", "Journeys", "Plausibility", "TrackLines", "Files", "Caches", "Query",
      "Threads", "Places", "Varints", "PhotoFacts", "Geography",
    ]),
  .target(
    name: "TrackStore",
    dependencies: [
      "PhotoIndex", "TrackLines", "SQLite", "Files", "Caches", "PhotoFacts", "Geography",
    ]),
  .target(
    name: "Notes",
    dependencies: [
      "SQLite", "Placement", "PhotoIndex", "Places", "Query", "PhotoFacts", "Geography", "Files",
      "Journeys", "Signing", "Threads",
    ]),
  .target(
    name: "Record",
    dependencies: ["SQLite", "PhotoIndex", "Places", "PhotoFacts", "Threads", "CPhotoShims"]),
  .target(
    name: "PhotoScanner",
    dependencies: [
      "Notes", "TrackStore", "Tracks", "PhotoMetadata", "PhotoIndex", "Places", "Files",
      "PhotoFacts",
      "Geography", "Threads", "CPhotoShims",
    ]),
  .target(
    name: "Thumbnails",
    dependencies: ["PhotoMetadata", "Files", "Caches", "PhotoFacts", "CJPEG", "CPhotoShims"]),
  .target(name: "Relief", dependencies: ["BaseMaps", "Thumbnails", "Caches", "Geography"]),
  .target(
    name: "Sharing",
    dependencies: [
      "PhotoIndex", "Grid", "Journeys", "Query", "PhotoFacts", "Geography", "Files", "Signing",
    ]),
  .target(
    name: "People", dependencies: ["Sharing", "Query", "PhotoFacts", "Geography", "Signing"]),
  .target(name: "VectorTiles", dependencies: ["Varints"]),
  .target(
    name: "PhotoExchange",
    dependencies: [
      "SQLite", "Grid", "TrackLines", "TrackStore", "VectorTiles", "Notes", "Placement",
      "Journeys", "Plausibility", "PhotoIndex", "Places", "Query", "JSON", "PhotoFacts",
      "Geography", "Threads", "Caches",
    ]),
  .target(
    name: "HTTPServer",
    dependencies: [
      "Files", "Caches", "Compression", "Signing", "Threads", "CMicroHTTPD", "CCrypt",
      "CPhotoShims",
    ]),
  .target(
    name: "MapService",
    dependencies: [
      "Sharing", "People", "PhotoExchange", "PhotoScanner", "TrackStore", "PhotoIndex", "Grid",
      "Places",
      "Query", "PhotoMetadata",
      "PhotoFacts", "Geography", "Signing", "Thumbnails", "HTTPServer", "VectorTiles", "Threads",
      "BaseMaps", "Relief", "Files", "Notes", "Placement", "Journeys", "Plausibility", "JSON",
      "Archives",
      "Caches", "Rooms",
      "Compression", "CQREncode",
    ]),
  .target(name: "GeoIndexClient", dependencies: ["JSON", "PhotoFacts", "Geography"]),
  // Apart from the client, so that a program that does without Foundation need not link it.
  .target(name: "GeoIndexURLSession", dependencies: ["GeoIndexClient"]),
  .target(
    name: "GeoIndexInProcess",
    dependencies: ["GeoIndexClient", "MapService", "HTTPServer", "PhotoIndex", "PhotoFacts"]),
  .executableTarget(
    name: "geoindex",
    dependencies: [
      "GeoIndexClient", "Notes", "Placement", "Journeys", "Plausibility", "Tracks", "TrackStore",
      "Record",
      "MapService", "Sharing", "People", "HTTPServer", "Thumbnails", "PhotoExchange",
      "PhotoScanner",
      "PhotoIndex", "Grid", "PhotoMetadata", "BaseMaps", "Relief", "Places", "Query", "PhotoFacts",
      "Geography",
      "Threads",
      "Files", "CBuildInfo",
    ]),
]

// A room that depends on one below it in the list stops the build here.
var above = Set((systemLibraries + [shims, buildInfo]).map(\.name))
for room in rooms {
  for case .byNameItem(let name, _) in room.dependencies where !above.contains(name) {
    fatalError("\(room.name) must not depend on \(name), which comes after it")
  }
  above.insert(room.name)
}

let tests: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: ["Places", "PhotoIndex", "Files", "PhotoFacts", "Geography"],
    path: "Tests/TestSupport"),
  .target(name: "TileSupport", dependencies: ["VectorTiles"], path: "Tests/TileSupport"),
  .testTarget(
    name: "TrackStoreTests",
    dependencies: [
      "TrackStore", "TrackLines", "PhotoIndex", "Grid", "SQLite", "Files", "PhotoFacts",
      "Geography", "TestSupport",
    ]),
  .testTarget(name: "TrackLinesTests", dependencies: ["TrackLines", "Geography", "TestSupport"]),
  .testTarget(name: "RoomsTests", dependencies: ["Rooms", "Geography", "TestSupport"]),
  .testTarget(name: "ArchivesTests", dependencies: ["Archives", "Compression", "TestSupport"]),
  .testTarget(name: "CachesTests", dependencies: ["Caches", "TestSupport"]),
  .testTarget(name: "VarintsTests", dependencies: ["Varints"]),
  .testTarget(name: "VectorTilesTests", dependencies: ["VectorTiles", "TileSupport"]),
  .testTarget(
    name: "BaseMapsTests",
    dependencies: [
      "BaseMaps", "JSON", "Files", "Geography", "CSQLite", "CZlib", "TestSupport",
    ]),
  .testTarget(
    name: "PlacesTests", dependencies: ["Places", "PhotoFacts", "Geography", "TestSupport"]),
  .testTarget(name: "JSONTests", dependencies: ["JSON", "PhotoFacts", "TestSupport"]),
  .testTarget(
    name: "TracksTests", dependencies: ["Tracks", "PhotoFacts", "Geography", "TestSupport"]),
  .testTarget(
    name: "JourneysTests", dependencies: ["Journeys", "PhotoFacts", "Geography", "TestSupport"]),
  .testTarget(
    name: "PlausibilityTests",
    dependencies: ["Plausibility", "PhotoFacts", "Geography", "TestSupport"]),
  .testTarget(
    name: "PlacementTests", dependencies: ["Placement", "PhotoFacts", "Geography", "TestSupport"]),
  .testTarget(
    name: "NotesTests",
    dependencies: [
      "Notes", "PhotoExchange", "PhotoScanner", "PhotoMetadata", "PhotoIndex", "PhotoFacts",
      "Geography", "TestSupport",
    ]),
  .testTarget(name: "GeographyTests", dependencies: ["Geography", "TestSupport"]),
  .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "PhotoFacts", "TestSupport"]),
  .testTarget(
    name: "GridTests", dependencies: ["Grid", "PhotoFacts", "Geography", "TestSupport"]),
  .testTarget(
    name: "PhotoIndexTests",
    dependencies: [
      "PhotoIndex", "Grid", "Journeys", "SQLite", "Files", "Query", "Places", "PhotoFacts",
      "Geography", "CSQLite", "TestSupport",
    ]),
  // They run the program with PostgreSQL servers of their own.
  .testTarget(
    name: "RecordTests",
    dependencies: ["Record", "PhotoIndex", "SQLite", "Files", "geoindex", "TestSupport"],
    exclude: ["first-record.sql"]),
  .testTarget(
    name: "PhotoScannerTests",
    dependencies: [
      "PhotoScanner", "TrackStore", "PhotoIndex", "Grid", "SQLite", "Query", "Files", "PhotoFacts",
      "Geography",
      "Threads", "TestSupport",
    ]),
  .testTarget(
    name: "PhotoMetadataTests",
    dependencies: [
      "Files", "Compression", "PhotoMetadata", "Tracks", "PhotoFacts", "Geography", "TestSupport",
    ]),
  .testTarget(
    name: "PhotoExchangeTests",
    dependencies: [
      "PhotoExchange", "Notes", "PhotoIndex", "Grid", "Places", "Query", "Files", "PhotoFacts",
      "Geography", "TestSupport",
    ]),
  .testTarget(
    name: "LibraryModelTests",
    dependencies: [
      "geoindex", "PhotoExchange", "PhotoScanner", "Notes", "Record", "Journeys", "PhotoIndex",
      "Grid", "Places", "Query", "PhotoFacts", "Geography", "TestSupport",
    ]),
  .testTarget(
    name: "MapServiceTests",
    dependencies: [
      "MapService", "Sharing", "People", "HTTPServer", "Notes", "PhotoExchange", "PhotoScanner",
      "TrackStore",
      "PhotoIndex", "Grid", "Query", "Files", "PhotoFacts", "BaseMaps", "Geography", "Threads",
      "TestSupport", "TileSupport", "Thumbnails", "VectorTiles", "Rooms",
    ]),
  .testTarget(
    name: "GeoIndexClientTests",
    dependencies: [
      "GeoIndexClient", "GeoIndexURLSession", "GeoIndexInProcess", "MapService", "HTTPServer",
      "PhotoIndex", "BaseMaps", "Query", "JSON", "PhotoFacts", "Geography", "TestSupport",
      "geoindex",
    ]),
  .testTarget(
    name: "CommandLineTests",
    dependencies: ["geoindex", "MapService", "Query", "PhotoFacts", "TestSupport"]),
  .testTarget(
    name: "DocumentationTests",
    dependencies: [
      "geoindex", "MapService", "HTTPServer", "PhotoIndex", "Query", "PhotoFacts", "TestSupport",
    ]),
  .testTarget(
    name: "HTTPServerTests", dependencies: ["HTTPServer", "Signing", "Files", "TestSupport"]),
  .testTarget(name: "FilesTests", dependencies: ["Files", "TestSupport"]),
  .testTarget(
    name: "ReliefTests",
    dependencies: ["Relief", "BaseMaps", "Geography", "TestSupport"]),
  .testTarget(
    name: "ThumbnailsTests",
    dependencies: ["Thumbnails", "PhotoMetadata", "Files", "PhotoFacts", "TestSupport"]),
]

// What scripts/bench builds and runs beside geoindex itself.
let benchmarks: [Target] = [
  .executableTarget(
    name: "IndexBench",
    dependencies: [
      "PhotoMetadata", "PhotoExchange", "PhotoIndex", "Grid", "Places", "Query", "PhotoFacts",
      "Geography", "TestSupport", "CSQLite",
    ],
    path: "Benchmarks/IndexBench"),
  .executableTarget(
    name: "ThumbnailBench",
    dependencies: ["Thumbnails", "PhotoFacts"],
    path: "Benchmarks/ThumbnailBench"),
]

// What scripts/test fuzz builds. It needs libFuzzer, which is there only where a flag asks for it.
let fuzzing: [Target] =
  Context.environment["GEOINDEX_FUZZING"] == nil
  ? []
  : [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer"),
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "Thumbnails", "Tracks", "BaseMaps", "PhotoMetadata", "Files", "PhotoFacts", "Geography",
        "HTTPServer", "CFuzzer",
      ],
      path: "Tests/Fuzzing/Readers"),
  ]

for target in rooms + tests + benchmarks + fuzzing where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
  ]
  // Only in debug builds, so that a newer compiler with more warnings still builds the program.
  if target.type != .test {
    target.swiftSettings?.append(.treatAllWarnings(as: .error, .when(configuration: .debug)))
  }
  // Optimized tests of optimized code take twice as long to build, and hardly less to run.
  if target.type == .test {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
  // GridRun says how long its bytes are lent.
  if ["Grid", "PhotoIndex"].contains(target.name) {
    target.swiftSettings?.append(.enableExperimentalFeature("Lifetimes"))
  }
}

let package = Package(
  name: "geoindex",
  // Of the client; the server runs on Linux.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "geoindex", targets: ["geoindex"]),
    .library(name: "GeoIndexClient", targets: ["GeoIndexClient"]),
    .library(name: "GeoIndexURLSession", targets: ["GeoIndexURLSession"]),
    .library(name: "GeoIndexInProcess", targets: ["GeoIndexInProcess"]),
  ],
  targets: systemLibraries + [shims, buildInfo] + rooms + tests + benchmarks + fuzzing
)
