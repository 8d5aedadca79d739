internal import Glibc
internal import HTTPServer
internal import MapService
internal import People
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Places
internal import Query
internal import Sharing

extension Option {
  static let role = Option(
    "--role", "ROLE", "owner, editor or viewer",
    choices: User.Role.allCases.reversed().map(\.rawValue))
  static let passwordFile = Option(
    "--password-file", "FILE",
    "read the password from the first line of this file; - is standard input")
  static let noPassword = Option(
    "--no-password", nil, "a user who signs in with tokens only, such as a program")
  fileprivate static let scopePath = Option(
    "--path", "GLOB", "the photos of this folder, or whose path matches, such as 'family/*'",
    isRepeatable: true)
  fileprivate static let scopeArea = Option(
    "--area", "NAME", "the photos of this country, region, place or area, by name or code",
    isRepeatable: true)
  fileprivate static let scopeBox = Option(
    "--bbox", "W,S,E,N", "the photos in this box of degrees", isRepeatable: true)
  fileprivate static let scopeKeyword = Option(
    "--keyword", "NAME", "the photos with this keyword, or one below it", isRepeatable: true)
}

extension Command {
  static let user = Command(
    name: "user",
    summary: "let people sign in, and say what each may see and do",
    operands: "add NAME | password NAME | token NAME | remove NAME | list",
    operandCount: 1...2,
    options: [
      .role, .scopePath, .scopeArea, .scopeBox, .scopeKeyword, .passwordFile, .noPassword,
      .replace.saying(
        "with add: replace role and scope of an existing user, and the password if one is given"),
      .expires.saying("with token: its validity, such as 12h, 30d or 52w (default: 30d)"),
      .revoke.saying("with token: revoke the token with this ID"), .staticFiles,
    ],
    notes: """
      Users sign in on the page, or with HTTP Basic authentication. An owner sees and does everything. An editor
      also places photos and writes about them, and a viewer only looks; both see the photos of their scope,
      which is all that match any of --path, --area, --bbox and --keyword, and without these all photos. For both,
      zones hide what they hide from guests (see zone). What is not in the scope occurs in no list, count, map,
      search, export, picture or event.

      As soon as there is a user, the server requires everyone to sign in, also on this machine. Add an owner first.
      The names of --auth-file stay owners.

      A token is for programs, as Authorization: Bearer TOKEN. It is printed once, and can do what its user can.

      Users are stored beside the index, with hashes instead of passwords and tokens; a running server applies a
      change within a second. With --db postgres://… they are in the record, for all its servers. They are part of
      backups.
      """,
    examples: [
      (
        "geoindex user add ada --role owner --password-file ada.txt",
        "an owner; without --password-file, the command asks for the password"
      ),
      (
        "geoindex user add bob --role viewer --path family --password-file ada.txt",
        "one folder, to look at"
      ),
      (
        "geoindex user add club --role editor --area Iceland --keyword Club --password-file ada.txt",
        "the photos of Iceland, and those with a keyword"
      ),
      ("geoindex user token robot --expires 52w", "a token for a program"),
      ("geoindex user list", "all users, with their scopes and tokens"),
    ],
    run: { try UserCommand(arguments: $0).run() })
}

private struct UserCommand {
  let arguments: ParsedArguments

  private static let tokenLifetime = "30d"

  func run() throws -> ExitCode {
    // Users of a mistyped index would protect nothing; opening it reports that it does not exist.
    if try !Locations.exists(Locations.database(arguments)) {
      _ = try Locations.openForReading(arguments)
    }
    let register = try SharedRegisters(arguments, toWrite: arguments.operands.first != "list").users
    switch (arguments.operands.first, arguments.operands.dropFirst().first) {
    case ("add", let name?): try add(name, to: register)
    case ("password", let name?):
      let hash = try password()
      try change(name, register) { $0.passwordHash = hash }
    case ("token", let name?): try token(of: name, register)
    case ("remove", let name?):
      guard try register.remove(name) else { throw unknown(name) }
      if try register.entries().isEmpty {
        say("there are no users now; a server that is started without --auth-file requires none")
      }
    case ("list", nil): try list(try register.entries())
    case (let word?, nil) where ["add", "password", "token", "remove"].contains(word):
      throw arguments.usage("the NAME of the user is missing")
    case (let word, _):
      throw arguments.usage(
        "\"\(word ?? "")\" is not add NAME, password NAME, token NAME, remove NAME or list")
    }
    return .done
  }

  // MARK: Users

  private func add(_ name: String, to register: UserRegister) throws {
    guard let word = arguments.value(.role), let role = User.Role(rawValue: word) else {
      throw arguments.usage("give the role: --role owner, --role editor or --role viewer")
    }
    let scope = try scope()
    // First, because a mistake here makes the password useless.
    var user = try User(name: name, role: role, passwordHash: nil, scope: scope)
    let isKnown = try register.entries().contains { $0.name == name }
    guard !isKnown || arguments.has(.replace) else { throw taken(name) }
    let keepsPassword = isKnown && !arguments.has(.noPassword) && !arguments.has(.passwordFile)
    if !keepsPassword, !arguments.has(.noPassword) { user.passwordHash = try password() }
    if isKnown {
      try change(name, register) { known in
        (known.role, known.scope) = (user.role, user.scope)
        if !keepsPassword { known.passwordHash = user.passwordHash }
      }
    } else if try !register.add(user) {
      throw taken(name)
    }
    if try !register.entries().contains(where: { $0.role == .owner }) {
      say(
        """
        no user is an owner: add one, or start the server with --auth-file, to place photos and change users' scopes \
        on the page
        """)
    }
  }

  private func scope() throws -> UserScope {
    var scope = UserScope()
    for (option, kind) in [
      (Option.scopePath, UserScope.Part.Kind.path), (.scopeArea, .area), (.scopeBox, .bbox),
      (.scopeKeyword, .keyword),
    ] {
      scope.parts += try arguments.all(option).map { try UserScope.Part(kind, $0) }
    }
    let places = try? Locations.places(arguments)
    for name in scope.values(of: .area) where places?.isKnown(area: name) == false {
      throw arguments.usage(
        "--area \"\(name)\" is no country, region, place or area; look for its name with: geoindex places NAME"
      )
    }
    return scope
  }

  private func change(
    _ name: String, _ register: UserRegister, _ body: (inout User) throws -> Void
  ) throws {
    guard try register.change(name, body) else { throw unknown(name) }
  }

  private func taken(_ name: String) -> any Error {
    arguments.usage("there is a user \"\(name)\" already; choose another name, or give --replace")
  }

  private func unknown(_ name: String) -> any Error {
    arguments.usage("there is no user \"\(name)\"; list the users with: geoindex user list")
  }

  // MARK: Passwords and tokens

  /// The hash of the password that the file or the person at the terminal gives.
  private func password() throws -> String {
    let text: [UInt8]
    if let file = arguments.path(.passwordFile) {
      text = try InputFile.firstLine(of: file)
    } else {
      guard isatty(STDIN_FILENO) == 1 else {
        throw arguments.usage(
          "give the password with --password-file FILE or --password-file -, or run the command in a terminal"
        )
      }
      text = try HiddenInput.line("Password: ")
      guard try HiddenInput.line("The same again: ") == text else {
        throw InputError(description: "the two passwords differ; run the command again")
      }
    }
    guard !text.isEmpty else { throw InputError(description: "the password is empty; choose one") }
    do {
      return try PasswordHash(ofPassword: text).text
    } catch {
      throw InputError(description: "\(error)")
    }
  }

  private func token(of name: String, _ register: UserRegister) throws {
    let now = Int(time(nil))
    if let id = arguments.value(.revoke) {
      return try change(name, register) { user in
        guard user.tokens.contains(where: { $0.id == id }) else {
          throw arguments.usage(
            "\(name) has no token \(id); list the tokens with: geoindex user list")
        }
        user.tokens.removeAll { $0.id == id }
      }
    }
    let lifetime = try ShareTerms.lifetime(arguments.value(.expires) ?? Self.tokenLifetime)
    let token = Secret.newToken()
    try change(name, register) { user in
      user.tokens.removeAll { $0.expires <= now }
      user.tokens.append(UserToken(token, expires: now + lifetime))
    }
    guard arguments.has(.json) else { return try Output.standard.write(token + "\n") }
    try Output.standard.writeJSON(
      NewToken(secret: token, token: UserToken(token, expires: now + lifetime)))
  }

  // MARK: Lists

  private func list(_ users: [User]) throws {
    guard arguments.has(.json) else {
      for user in users {
        let scope = user.scope.parts.map { "\($0.kind.rawValue)=\($0.value)" }
        let tokens = user.tokens.map { "token \($0.id) until \(Self.day($0.expires))" }
        let password = user.passwordHash == nil ? ["no password"] : []
        let line = ([user.name, user.role.rawValue] + scope + password + tokens)
          .map(PhotoPrinter.printable).joined(separator: "  ")
        try Output.standard.write(line + "\n")
      }
      return
    }
    try Output.standard.writeJSON(UserList(users: users))
  }

  private static func day(_ seconds: Int) -> String {
    String(Timestamp.utc(Int64(seconds) * 1_000).prefix(10))
  }

  private func say(_ message: String) {
    if !arguments.has(.quiet) { Console.error("geoindex: \(message)") }
  }
}

/// Lines that a person types at the terminal, which does not show them.
private enum HiddenInput {
  static func line(_ question: String) throws -> [UInt8] {
    Console.write(question)
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw InputError.last(FilePath("-"))
    }
    var hidden = settings
    hidden.c_lflag &= ~tcflag_t(ECHO)
    // Ctrl-C then interrupts the call that reads, and the terminal shows again what is typed.
    var interrupting = sigaction()
    unsafe interrupting.__sigaction_handler.sa_handler = { _ in }
    var usual = sigaction()
    unsafe sigaction(SIGINT, &interrupting, &usual)
    unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
      unsafe sigaction(SIGINT, &usual, nil)
      Console.write("\n")
    }
    var line = [UInt8](repeating: 0, count: 1_024)
    let count = unsafe read(STDIN_FILENO, &line, line.count)
    guard count > 0 else {
      throw InputError(description: "no password was entered; run the command again")
    }
    return Array(line.prefix(count).prefix { $0 != UInt8(ascii: "\n") })
  }
}

extension InputFile {
  /// The first line of a file, or of standard input for `-`.
  fileprivate static func firstLine(of file: FilePath) throws -> [UInt8] {
    let input = try InputFile(file == FilePath("-") ? nil : file)
    var text: [UInt8] = []
    while text.count < 4_096, !text.contains(UInt8(ascii: "\n")) {
      let piece = try input.read()
      guard !piece.isEmpty else { break }
      text += piece
    }
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}

extension Places {
  /// Whether a name or a code is that of a country, a region, a place or an area.
  fileprivate func isKnown(area name: String) -> Bool {
    let found = identifiers(named: name)
    let isCode =
      Int(name) != nil || name.utf8.count == 2
      || name.utf8.count > 3 && name.utf8.dropFirst(2).first == UInt8(ascii: "-")
    return isCode || !found.countries.isEmpty || !found.regions.isEmpty
      || !found.settlements.isEmpty || !areas(named: name).isEmpty
  }
}

private struct UserList: Answer {
  static let shape = AnswerShape<UserList> { AnswerMember("users", each: user) { $0.users } }

  private static let user = AnswerShape<User> {
    AnswerMember("name") { $0.name }
    AnswerMember("role") { $0.role.rawValue }
    AnswerMember("password") { $0.passwordHash != nil }
    AnswerMember("scope") { $0.scope.parts.isEmpty ? nil : $0.scope }
    AnswerMember("tokens", each: NewToken.known) { $0.tokens }
  }

  let users: [User]
}

private struct NewToken: Answer {
  static let shape = AnswerShape<NewToken> {
    AnswerMember("token") { $0.secret }
    AnswerMember.all(of: known) { $0.token }
  }

  /// What is known of a token later.
  static let known = AnswerShape<UserToken> {
    AnswerMember("id") { $0.id }
    AnswerMember("expires", .moment) { Timestamp.utc(Int64($0.expires) * 1_000) }
  }

  let secret: String
  let token: UserToken
}
