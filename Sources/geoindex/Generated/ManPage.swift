/// The manual page.
struct ManPage {
  let commands: [Command]

  private static let exitCodes: KeyValuePairs = [
    "0": "done",
    "1": "failed",
    "2": "wrong usage",
    "3": "scan finished, but a folder could not be read",
    "4": "what was entered is recorded, but the index will show it only later",
  ]

  private static let variables: KeyValuePairs = [
    "GEOINDEX_DB": "the index, if --db is not given",
    "GEOINDEX_CONFIG": "the configuration file, if --config is not given",
    "GEOINDEX_PORT, GEOINDEX_WATCH, …":
      "any option of serve, scan and watch; lists of paths are separated by colons, others by commas",
    "GEOINDEX_AUTH":
      "user:password for serve, if --auth-file is not given; for query --server, the password of the server",
    "XDG_DATA_HOME": "an absolute path in place of ~/.local/share",
    "XDG_CACHE_HOME": "an absolute path in place of ~/.cache",
    "XDG_CONFIG_HOME": "an absolute path in place of ~/.config",
    "TMPDIR": "where serve stores uploads to /locate while it reads them (default: /var/tmp)",
    "NO_COLOR": "if set, no colours are used",
  ]

  private static let files: KeyValuePairs = [
    "~/.local/share/geoindex/photos.sqlite": "the index",
    "photos.sqlite-wal, photos.sqlite-shm": "SQLite's write-ahead log while the index is open",
    "photos.sqlite.notes": "positions that users have entered; beside the index, as the next files",
    "photos.sqlite.zones": "privacy zones",
    "photos.sqlite.views": "saved views",
    "photos.sqlite.shares": "shared links",
    "photos.sqlite.share-key": "the key that signs the links; keep it secret",
    "photos.sqlite.boundaries": "polygons that name positions (geoindex places --boundaries)",
    "maps": "the folder of added maps",
    "~/.cache/geoindex/thumbnails": "thumbnails; may be removed at any time",
    "~/.config/geoindex/config": "options of serve, scan and watch, one per line: port = 9000",
    "/etc/geoindex/config": "the same, for users without a file of their own",
    "~/.config/geoindex/serve": "variables of the user's service",
    "/etc/geoindex/USER": "variables of the service geoindex@USER",
    "/var/lib/geoindex/USER": "index, notes, links, zones, views and maps of that service",
  ]

  var text: String {
    """
    .TH GEOINDEX 1 "" "geoindex \(GeoIndex.version)" "User Commands"
    .SH NAME
    geoindex \\- put folders of photos on a map, privately
    .SH SYNOPSIS
    .B geoindex
    .I command
    .RI [ option ]...
    .SH DESCRIPTION
    geoindex reads where and when each photo was taken, keeps that in one SQLite file, and shows the
    photos on a map that this machine serves to your browser and to other programs.
    Photos are only read; nothing leaves the machine.
    .SH COMMANDS
    \(commands.map(section).joined(separator: "\n"))
    .SH COMMON OPTIONS
    \(Option.common.map(paragraph).joined(separator: "\n"))
    .SH EXIT STATUS
    \(list(Self.exitCodes, "B"))
    .SH ENVIRONMENT
    \(list(Self.variables, "B"))
    .SH FILES
    \(list(Self.files, "I"))
    .SH SEE ALSO
    .BR sqlite3 (1),
    .BR htpasswd (1),
    .BR exiftool (1)

    """
  }

  private func list(_ items: KeyValuePairs<String, String>, _ style: String) -> String {
    items.map { ".TP\n.\(style) \(escaped($0.key))\n\(escaped($0.value))" }.joined(separator: "\n")
  }

  private func section(_ command: Command) -> String {
    var lines = [
      ".SS \"geoindex \(command.name)\"",
      "\(escaped(command.summary)).",
    ]
    if !command.operands.isEmpty {
      lines += [".PP", ".B geoindex \(command.name)", "[options] \(escaped(command.operands))"]
    }
    lines += command.options.map(paragraph)
    for notes in paragraphs(command.notes) { lines += [".PP", escaped(notes)] }
    for example in command.examples {
      lines += [
        ".PP", ".nf", ".B \(escaped(example.command))", ".fi", ".RS", escaped(example.effect),
        ".RE",
      ]
    }
    return lines.joined(separator: "\n")
  }

  private func paragraph(_ option: Option) -> String {
    let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
    return ".TP\n\\fB\(escaped(option.name))\\fR\(value)\n\(escaped(option.help))"
  }

  private func paragraphs(_ notes: String) -> [String] {
    notes.split(separator: "\n\n").map(String.init)
  }

  /// Escapes text for roff: hyphens stay hyphens, and no line is taken for a request.
  private func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let plain = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : String(plain)
    }.joined(separator: "\n")
  }
}
