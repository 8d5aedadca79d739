/// The page that `man geoindex` shows.
struct ManPage {
  let commands: [Command]

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
    .TP
    .B 0
    done
    .TP
    .B 1
    could not do it
    .TP
    .B 2
    wrong usage
    .TP
    .B 3
    a scan is done, but a folder could not be read
    .SH ENVIRONMENT
    .TP
    .B GEOINDEX_DB
    the index, where
    .B \\-\\-db
    is not given
    .TP
    .B NO_COLOR
    nothing is coloured
    .SH FILES
    .TP
    .I ~/.local/share/geoindex/photos.sqlite
    the index
    .TP
    .I ~/.cache/geoindex/thumbnails
    thumbnails that were made; may be removed at any time

    """
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

  /// The text as roff takes it: no hyphen of a command line may become a dash, and no line a request.
  private func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let plain = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : String(plain)
    }.joined(separator: "\n")
  }
}
