internal import Notes
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

extension Option {
  static let title = Option("--title", "TEXT", "a short name; empty removes it")
  static let caption = Option("--caption", "TEXT", "a description; empty removes it")
  static let addKeyword = Option(
    "--add-keyword", "KEYWORD", "what the photos show: Baltic, or in a hierarchy Places/Sea/Baltic",
    isRepeatable: true)
  static let removeKeyword = Option(
    "--remove-keyword", "KEYWORD", "what they do not show", isRepeatable: true)
  static let addPerson = Option("--add-person", "NAME", "who is in the photos", isRepeatable: true)
  static let removePerson = Option(
    "--remove-person", "NAME", "who is not in them", isRepeatable: true)
  static let stars = Option("--rating", "N", "0 to 5 stars, or -1 for rejected; empty removes it")
  static let isFavourite = Option(
    "--favourite", "yes|no", "whether they are favourites", choices: ["yes", "no"])
  static let colour = Option("--label", "TEXT", "a mark such as a colour; empty removes it")
  static let renameKeyword = Option(
    "--rename-keyword", "OLD=NEW", "in the given photos, or in all that have OLD",
    isRepeatable: true)
  static let renamePerson = Option(
    "--rename-person", "OLD=NEW", "in the given photos, or in all that have OLD",
    isRepeatable: true)
}

extension Command {
  static let tag = Command(
    name: "tag",
    summary: "write about photos: title, caption, keywords, people, stars",
    operands: "[FILE…]",
    operandCount: 0...Int.max,
    options: [
      .title, .caption, .addKeyword, .removeKeyword, .addPerson, .removePerson, .stars,
      .isFavourite, .colour, .renameKeyword, .renamePerson, .undo, .apply,
    ],
    notes: """
      A plan is printed; only --apply and --undo change anything. Each act prints its number for --undo.

      Photos are never written, .xmp files only by: geoindex place --write-sidecars. What is applied is
      stored beside the index in the file of notes, or in the record with --db postgres://…, and survives
      a scan, a moved file and a deleted index. Keywords and people that the file or other acts have stay,
      unless they are removed. A title, caption, mark or rating that the file gets afterwards is newer than
      the act, so it is shown.

      --rename-keyword and --rename-person change a name wherever it is, which also merges two names into
      one. A hierarchy is renamed with what lies below it: "Places/Sea=Places/Ocean".
      """,
    examples: [
      (
        "geoindex tag IMG_1.JPG --title \"First snow\" --add-keyword Winter --rating 5 --apply",
        "a title, a keyword and five stars"
      ),
      ("geoindex tag IMG_*.JPG --add-person \"Ada Example\" --apply", "who is in them"),
      ("geoindex tag --rename-keyword Beech=Beach --apply", "in the whole library, as one act"),
      ("geoindex tag --undo 3", "undo act 3"),
    ],
    run: { try TagCommand(arguments: $0).run() })
}

private struct TagCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    if arguments.has(.undo) {
      guard try change().isEmpty, !isRenaming else {
        throw arguments.usage("--undo changes nothing else")
      }
      return try arguments.undoAct(.words)
    }
    let change = try change()
    guard !change.isEmpty || isRenaming else {
      throw arguments.usage("say what to write, such as --title or --add-keyword; see --help")
    }
    if let problem = change.problem { throw arguments.usage(problem) }
    guard change.isEmpty || !arguments.paths.isEmpty else {
      throw arguments.usage("name the photos to write about")
    }
    let index = try Locations.openForPlan(arguments)
    let order = WordsOrder(
      arguments.paths.isEmpty ? nil : try arguments.photos(of: index), change,
      renaming: try renamings(index))
    let plan = try plan(order, index)
    guard !plan.isEmpty else {
      throw InputError(
        description:
          "no photo has that name; look at the names with: geoindex query --text NAME")
    }
    // It precedes the output, which may fail.
    let act =
      arguments.has(.apply)
      ? try NotesWriter(index).write(order.photos, by: arguments.author, order.change) : nil
    defer {
      let what = "wrote about \(Counted.photos(act?.photos ?? 0))"
      arguments.report(act, what, command: "tag")
    }
    try print(plan)
    if !arguments.has(.apply), !arguments.has(.quiet) {
      Console.error("geoindex: nothing has changed; apply it with --apply")
    }
    return .done
  }

  // MARK: Arguments

  private func change() throws -> WordsChange {
    var change = WordsChange()
    for (option, property) in [
      (Option.title, PhotoProperty.title), (.caption, .caption), (.colour, .label),
    ] {
      guard let text = arguments.value(option) else { continue }
      change.set.updateValue(text.isEmpty ? nil : .text(text), forKey: property)
    }
    if let stars = arguments.value(.stars) {
      let number = Int64(stars)
      guard stars.isEmpty || number.map({ PhotoWords.ratings.contains(Int($0)) }) == true else {
        throw arguments.usage("--rating \(stars) is not from -1 to 5")
      }
      change.set.updateValue(number.map(PropertyValue.integer), forKey: .rating)
    }
    if let word = arguments.value(.isFavourite) {
      guard ["yes", "no"].contains(word) else {
        throw arguments.usage("--favourite \(word) is not yes or no")
      }
      change.set.updateValue(.truth(word == "yes"), forKey: .favourite)
    }
    if arguments.has(.addKeyword) { change.added[.keywords] = arguments.all(.addKeyword) }
    if arguments.has(.removeKeyword) { change.removed[.keywords] = arguments.all(.removeKeyword) }
    if arguments.has(.addPerson) { change.added[.people] = arguments.all(.addPerson) }
    if arguments.has(.removePerson) { change.removed[.people] = arguments.all(.removePerson) }
    return change
  }

  private var isRenaming: Bool { arguments.has(.renameKeyword) || arguments.has(.renamePerson) }

  private func renamings(_ index: PhotoIndex) throws -> [WordsChange.Renaming] {
    try arguments.all(.renameKeyword).map { text in
      try renaming(.renameKeyword, text, index, .keywords)
    }
      + arguments.all(.renamePerson).map { text in
        try renaming(.renamePerson, text, index, .people)
      }
  }

  /// Reads `OLD=NEW`; the old name may have equals signs too, if photos have that name.
  private func renaming(
    _ option: Option, _ text: String, _ index: PhotoIndex, _ list: PhotoProperty
  ) throws -> WordsChange.Renaming {
    let ways = text.indices.filter { text[$0] == "=" }.map { cut in
      let old = String(text[..<cut])
      return WordsChange.Renaming(
        list, from: old, to: String(text[text.index(after: cut)...]))
    }
    guard let first = ways.first else {
      throw arguments.usage("\(option.name) \(text) is not OLD=NEW")
    }
    let known = try index.read { reader in
      try ways.first { try !reader.photoIDs(of: $0).isEmpty }
    }
    let renaming = known ?? first
    if let problem = renaming.problem { throw arguments.usage("\(option.name): \(problem)") }
    return renaming
  }

  // MARK: Plan

  /// A photo, and its words before and after the change.
  private struct Entry {
    var file: FilePath
    var before: PhotoWords
    var after: PhotoWords
  }

  private func plan(_ order: WordsOrder, _ index: PhotoIndex) throws -> [Entry] {
    try index.read { reader in
      try order.photos(reader).compactMap { id in
        guard let photo = try reader.photo(id) else { return nil }
        let before = photo.facts.words
        let own = try reader.ownWords(of: id)?.words ?? before
        let change = order.change(before).entered(about: before, own: own)
        guard !change.isEmpty else { return nil }
        return Entry(file: photo.file, before: before, after: change.applied(to: before))
      }
    }
  }

  private func print(_ plan: [Entry]) throws {
    if arguments.has(.json) {
      return try Output.standard.writeJSON { json in
        json.array { json in
          for entry in plan {
            json.object { json in
              json.member("path", text: entry.file.bytes)
              entry.after.writeMembers(to: &json)
            }
          }
        }
      }
    }
    for entry in plan {
      let path = PhotoPrinter.printable(entry.file.description)
      try Output.standard.write("\(path)  \(Self.difference(entry))\n")
    }
  }

  private static func difference(_ entry: Entry) -> String {
    let changed = PhotoProperty.ofWords.filter { entry.before[$0] != entry.after[$0] }
    guard !changed.isEmpty else { return "says that already" }
    return changed.map { property in
      let value = entry.after[property]
      let text =
        switch value {
        case nil: "removed"
        case .list(let names): names.joined(separator: ", ")
        case .integer(let number): String(number)
        case .truth(let truth): truth ? "yes" : "no"
        default: value?.text ?? ""
        }
      return "\(property.label): \(PhotoPrinter.printable(text))"
    }.joined(separator: "  ")
  }
}
