internal import Files
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

extension Option {
  static let dryRun = Option("--dry-run", nil, "only list the files")
}

extension Command {
  static let uninstall = Command(
    name: "uninstall",
    summary: "list all files that geoindex has written, so that they can be deleted",
    options: [
      .dryRun,
      .cache.saying("the folder of the thumbnails (default: ~/.cache/geoindex/thumbnails)"),
    ],
    notes: """
      Lists the index, the files beside it, the folder of maps, the thumbnails and the configuration, one per line. Deletes
      nothing; the second example does that. Folders of photos contain no files of geoindex. To remove
      the program itself: sudo apt purge geoindex, or delete the files of scripts/install.
      """,
    examples: [
      ("geoindex uninstall --dry-run", "list the files"),
      ("geoindex uninstall --dry-run | xargs -r -d '\\n' rm -r --", "delete them"),
    ],
    run: { try UninstallCommand(arguments: $0).run() })
}

private struct UninstallCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    guard arguments.has(.dryRun) else {
      throw arguments.usage(
        "nothing is deleted by geoindex itself; --dry-run lists the files, for rm")
    }
    let files = try candidates().filter {
      FileStatus(path: $0.bytes, followsLinks: false) != nil
    }
    if arguments.has(.json) {
      try Output.standard.writeJSON { json in
        json.object { json in json.values("files", files) { $0.value($1.text) } }
      }
    } else {
      for file in files { try Output.standard.write(file.bytes + Array("\n".utf8)) }
    }
    return .done
  }

  private func candidates() throws -> [FilePath] {
    try RecordLocation.refuse(
      arguments, "uninstall is",
      "other machines use the record; name the local index alone: --db FILE")
    let index = IndexLocation(try Locations.database(arguments))
    let settings = Locations.userConfiguration.map { [$0.config, $0.variables] } ?? []
    return index.files + (index.files + [BackupFile.unpacked]).flatMap(Leftovers.beside) + [
      try Locations.maps(arguments)
    ]
      + [Locations.thumbnailCache(arguments)].compactMap { $0 }
      + settings
  }
}
