/// A user who has proved who it is.
public struct Account: Sendable {
  /// The name.
  public var name: String

  /// What the user may see.
  public var visitor: Visitor

  /// What proves it besides a password, such as the hash of a token; nil for a password.
  public var proof: String?

  /// What changes with the password that proves it; nil if something else does.
  public var passwordMark: String?

  /// Makes an account.
  public init(
    name: String, visitor: Visitor, proof: String? = nil, passwordMark: String? = nil
  ) {
    (self.name, self.visitor, self.proof) = (name, visitor, proof)
    self.passwordMark = passwordMark
  }
}

/// Who may sign in, and what each may see.
///
/// Every request asks, so the answers must be in memory.
public protocol Accounts: Sendable {
  /// Whether clients must sign in.
  var areRequired: Bool { get }

  /// Why no client can be told from another at this time; nil if they can.
  var unavailability: Problem? { get }

  /// The passwords of all users, and a number that changes with them.
  func current() -> (passwords: Passwords, generation: Int)

  /// What the user of a name may see; nil if there is none now.
  func visitor(named name: String) -> Visitor?

  /// The user whose token the cookie or the `Authorization: Bearer` field of a request has; nil if it has none that is
  /// valid.
  func account(ofTokenIn request: Request) -> Account?

  /// Whether an account is still what it was, for a long response to it.
  func isCurrent(_ account: Account) -> Bool
}

extension Accounts {
  /// None: the accounts are always known.
  public var unavailability: Problem? { nil }

  /// The user of a name whose password was verified.
  ///
  /// Its name is written as it was stored: `é` is one character or two.
  func account(named name: String) -> Account? {
    guard let visitor = visitor(named: name) else { return nil }
    let passwords = current().passwords
    return Account(
      name: passwords.storedName(of: name) ?? name, visitor: visitor,
      passwordMark: passwords.mark(of: name))
  }
}

// All names of a password file are owners.
extension PasswordSource: Accounts {
  /// Always, because a file of passwords has at least one.
  public var areRequired: Bool { true }

  /// The owner, if the name is one of the file.
  public func visitor(named name: String) -> Visitor? {
    current().passwords.has(name) ? .owner : nil
  }

  /// None; tokens belong to the users beside an index.
  public func account(ofTokenIn request: Request) -> Account? { nil }

  /// Whether the name is still one of the file, with the same password.
  public func isCurrent(_ account: Account) -> Bool {
    visitor(named: account.name) != nil
      && current().passwords.mark(of: account.name) == account.passwordMark
  }
}
