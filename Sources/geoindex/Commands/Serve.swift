extension Option {
  static let scan = Option("--scan", "DIR", "index this folder while serving", isRepeatable: true)
  static let watch = Option(
    "--watch", "DIR", "index this folder, and keep the index up to date while serving",
    isRepeatable: true)
  static let host = Option("--host", "ADDRESS", "address to listen on (default: 127.0.0.1)")
  static let port = Option("--port", "N", "port to listen on (default: 8080); 0 picks one")
  static let baseURL = Option(
    "--base-url", "URL", "the public address of the server, if it is behind a proxy")
  static let allowHost = Option(
    "--allow-host", "NAME", "accept requests for this host name, in addition to localhost",
    isRepeatable: true)
  static let cors = Option(
    "--cors", "ORIGIN",
    "allow pages of this site to read the API (default: *, any site); none allows no other site",
    isRepeatable: true)
  static let cache = Option(
    "--cache", "DIR", "store thumbnails there (default: ~/.cache/geoindex/thumbnails)")
  static let cacheSize = Option(
    "--cache-size", "MB", "maximum size of the thumbnails (default: 512)")
  static let noCache = Option("--no-cache", nil, "do not store thumbnails")
  static let locateLimit = Option(
    "--locate-limit", "MB",
    "maximum size of an upload to /locate (default: 256)")
  static let connections = Option(
    "--connections", "N",
    "how many connections may be open at once (default: 4096); a page needs up to six")
  static let tiles = Option(
    "--tiles", "URL",
    "use this tile server for the map instead of the built-in map; it sees which areas are viewed"
  )
  static let tilesAttribution = Option(
    "--tiles-attribution", "TEXT", "attribution of those tiles on the map")
  static let baseMap = Option(
    "--basemap", "FILE",
    "draw this PMTiles or MBTiles file over the built-in map, in addition to those of geoindex basemap",
    isRepeatable: true)
  static let staticFiles = Option(
    "--static", "DIR", "folder of the map page (default: the installed one)")
  static let qr = Option(
    "--qr", nil,
    "show the address as a QR code, for a phone in the same network; needs --host or --base-url")
  static let scanEvery = Option(
    "--scan-every", "TIME",
    "scan the folders again at this interval, such as 30m, 6h or 1d, if they cannot be watched"
  )
  static let announce = Option(
    "--announce", "URL",
    "the address under which the servers of other machines fetch the pictures of this one; none removes it"
  )
  static let queryTimeout = Option(
    "--query-timeout", "SECONDS", "cancel a query that takes longer (default: 10)")
}

extension Command {
  static let serve = Command(
    name: "serve",
    summary: "serve the map page and the API",
    operands: "[<dir>…]",
    operandCount: 0...Int.max,
    options: [
      .scan, .watch, .poll, .scanEvery, .diskTimeout, .host, .port, .baseURL, .allowHost, .cors,
      .cache,
      .cacheSize,
      .noCache, .mapRoot, .announce, .cacert, .locateLimit, .connections, .baseMap, .tiles,
      .tilesAttribution,
      .staticFiles, .qr,
      .queryTimeout,
    ] + ServerAccess.options + RequestLog.options,
    notes: """
      Folders given after the options are indexed and watched, as with --watch. geoindex <dir> is short
      for geoindex serve <dir>. All options can also be set in the environment or in a file:
      GEOINDEX_PORT=9000, or the line port = 9000 in ~/.config/geoindex/config.

      By default the server is reachable only from this machine. The first line on standard output is
      its address, printed when the server is ready. Ctrl-C finishes the requests in flight and exits.

      The page loads everything from this server, unless --tiles names a tile server. That one sees
      which areas are viewed, and the address of the browser. Its URL has {z}, {x} and {y}: .pbf and
      .mvt are vector tiles, all others are pictures. A URL ending in .json is the TileJSON of vector
      tiles, which must be on the same host.

      Set a password before other machines can reach the server. Passwords and certificates are read
      again when their files change, or at once after SIGHUP. Details: security.md, in
      /usr/share/doc/geoindex with the package, else in the folder docs of the sources.

      The access log omits what reveals viewed places: the values of most parameters, and the numbers
      of tiles and clusters. SIGHUP reopens its file, for log rotation.

      Maps added with geoindex basemap, and the files of --basemap, are drawn over the built-in map. They
      may be exchanged while the server runs.

      Thumbnails are stored in a folder that only you can read. When it is full, the least recently
      used ones are removed. The folder can be deleted at any time.

      New photos in a folder of --watch appear on open pages within seconds, and so do those that
      geoindex scan adds meanwhile.
      """,
    examples: [
      ("geoindex serve", "the map at http://127.0.0.1:8080/"),
      ("geoindex ~/Pictures", "index a folder, keep the index up to date, and serve the map"),
      ("geoindex serve --scan ~/Pictures --port 0", "index and serve, on any free port"),
      (
        "geoindex serve --tiles 'https://tiles.example/{z}/{x}/{y}.png'",
        "the map of another server, which then sees the viewed areas"
      ),
      (
        "geoindex serve --host 0.0.0.0 --auth-file ~/.htpasswd",
        "for the home network, with a password file of htpasswd -B"
      ),
    ],
    run: { try ServeCommand($0).run() })
}
