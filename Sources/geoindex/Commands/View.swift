internal import MapService
internal import PhotoExchange
internal import Query
internal import Sharing

extension Command {
  static let view = Command(
    name: "view",
    summary: "save filters under a name",
    operands: "add NAME | list | remove NAME",
    operandCount: 1...2,
    options: FilterParameter.all.filter { $0.name != FilterParameter.view.name }.map(Option.init)
      + [.replace.saying("replace the filters of an existing view")],
    notes: """
      A view is a set of filters. It follows the library: --view NAME selects what its filters select now, together
      with other filters, in each command that takes filters, and view=NAME in the API. The map page offers the
      same views. Guests of a link see none.

      Views are stored beside the index, as zones are, and stay when the index is made again. With --db
      postgres://… they are in the record, for all its machines.
      """,
    examples: [
      (
        "geoindex view add 'At the sea' --keyword Sea --rating 4+", "the best photos with a keyword"
      ),
      ("geoindex query --view 'At the sea' --datetime 2024", "those of one year"),
      ("geoindex view list", "all views"),
      ("geoindex view remove 'At the sea'", "forget the name; photos stay as they are"),
    ],
    run: { try ViewCommand(arguments: $0).run() })
}

private struct ViewCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    // A mistyped index would get a list of its own; opening it reports that it does not exist.
    if try !Locations.exists(Locations.database(arguments)) {
      _ = try Locations.openForReading(arguments)
    }
    let register = try SharedRegisters(arguments, toWrite: arguments.operands.first != "list").views
    switch (arguments.operands.first, arguments.operands.dropFirst().first) {
    case ("add", let name?): try add(name, to: register)
    case ("remove", let name?):
      guard try register.remove(name) else {
        throw arguments.usage(
          "there is no view \"\(name)\"; list the views with: geoindex view list")
      }
    case ("list", nil): try list(try register.entries())
    case ("add", nil), ("remove", nil): throw arguments.usage("the NAME of the view is missing")
    case (let word, _):
      throw arguments.usage("\"\(word ?? "")\" is not add NAME, list or remove NAME")
    }
    return .done
  }

  private func add(_ name: String, to register: ViewRegister) throws {
    let filters = Dictionary(arguments.filters.map { ($0.name, $0.value) }) { first, _ in first }
    let view = try SavedView(name, filters)
    let outcome = try register.store(view, replacing: arguments.has(.replace))
    guard outcome != .nameIsTaken else {
      throw arguments.usage(
        "there is a view \"\(name)\" already; choose another name, or give --replace")
    }
  }

  private func list(_ views: [SavedView]) throws {
    guard arguments.has(.json) else {
      for view in views {
        let filters = view.parameters.map { "\($0.name)=\($0.value)" }
        let line = ([view.name] + filters).map(PhotoPrinter.printable).joined(separator: "  ")
        try Output.standard.write(line + "\n")
      }
      return
    }
    try Output.standard.writeJSON(views)
  }
}
