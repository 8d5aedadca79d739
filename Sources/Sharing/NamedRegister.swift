internal import Files
public import PhotoFacts
internal import PhotoIndex
internal import Query
internal import Synchronization

/// What an owner lists beside the index by name, one line each: a privacy zone or a saved view.
public protocol NamedEntry: Sendable {
  /// The plural in messages, which is also the suffix of the file and the name of the list in a record.
  static var plural: String { get }

  /// Whether a record that has never had the entries of a copy gets them.
  static var outlivesRecord: Bool { get }

  /// The name, which no other entry of the list has.
  var name: String { get set }

  /// The entry as a line of the file.
  var line: String { get }

  /// Parses a line of the file.
  init(line: String) throws

  /// Whether another entry adds nothing to a list that has this one.
  func covers(_ other: Self) -> Bool
}

extension NamedEntry {
  /// What an owner has entered is not lost when the record goes back to an earlier state.
  public static var outlivesRecord: Bool { true }
}

/// The privacy zones or the saved views of an index, or of all servers of a record.
///
/// They are stored beside the index, so that they stay when the index is made again from the photos.
public final class NamedRegister<Entry: NamedEntry>: Sendable {
  private let list: PrivateFile
  private let isReplica: Bool
  private let kept = Mutex<Kept?>(nil)

  private struct Kept {
    var stamp: FileStamp?
    var list: NamedList<Entry>
  }

  /// Makes the register of an index.
  ///
  /// - Parameters:
  ///   - isReplica: Whether the file beside the index is a copy of a list in a record.
  ///   - lists: The lists of that record; needed to change or follow them.
  public init(index: FilePath, isReplica: Bool = false, lists: (any SharedLists)? = nil) {
    list = PrivateFile(index, Entry.plural, lists) { other, text in
      guard let text, Entry.outlivesRecord else { return text ?? other }
      var list = try NamedList<Entry>(text: text)
      if try !list.add(NamedList(text: other).entries).isEmpty { list.renew() }
      return list.text
    }
    self.isReplica = isReplica || lists != nil
  }

  /// Every entry, in the order in which they were added.
  public func entries() throws -> [Entry] { try readList().entries }

  /// Whether there is a list; false if it is in a record, and this machine has never read it.
  public var isKnown: Bool { get throws { try !isReplica || list.stamp != nil } }

  /// Whether the list was never changed.
  public var isUntouched: Bool { get throws { try readList().revision == 0 } }

  /// Adds an entry; returns false if the name is taken.
  public func add(_ entry: Entry) throws -> Bool {
    try change { entries in
      guard !entries.contains(where: { $0.name == entry.name }) else { return false }
      entries.append(entry)
      return true
    }
  }

  /// Removes an entry; returns false if there is none of that name.
  public func remove(_ name: String) throws -> Bool {
    try change { entries in
      let count = entries.count
      entries.removeAll { $0.name == name }
      return entries.count < count
    }
  }

  /// Adds the entries of a backup that those that are here do not cover; returns them under their new names.
  public func add(of backup: NamedRegister) throws -> [Entry] {
    var added: [Entry] = []
    guard let text = try backup.list.read() else { return added }
    try list.change { current in
      guard let current else {
        added = try NamedList(text: text).entries
        return text
      }
      var list = try parsed(current)
      added = try list.add(NamedList(text: text).entries)
      list.renew()
      return added.isEmpty ? nil : list.text
    }
    return added
  }

  /// Brings the copy beside a local index up to date with the record.
  public func follow() throws { try list.follow() }

  /// Adds what an earlier version stored beside another local index, if it is one of the record.
  public func takeOver(_ other: NamedRegister, if isOfRecord: () throws -> Bool) throws {
    try list.takeOver(other.list, if: isOfRecord)
  }

  /// Changes the entries, unless `body` returns false or throws; no other program changes them meanwhile.
  package func change(_ body: (inout [Entry]) throws -> Bool) throws -> Bool {
    var hasChanged = false
    try list.change { text in
      var list = try text.map(parsed) ?? NamedList(entries: [], revision: 0)
      hasChanged = try body(&list.entries)
      list.renew()
      return hasChanged ? list.text : nil
    }
    return hasChanged
  }

  /// The current list, read again if the file has changed.
  package func current() throws -> NamedList<Entry> {
    let stamp = try list.stamp
    return try kept.withLock { kept in
      if let kept, kept.stamp == stamp { return kept.list }
      let list = try readList()
      kept = Kept(stamp: stamp, list: list)
      return list
    }
  }

  private func readList() throws -> NamedList<Entry> {
    if let text = try list.read() { return try parsed(text) }
    guard !isReplica else {
      throw RegisterError(
        "\(list.path) is missing, so the \(Entry.plural) of the record are not known here; start the database"
      )
    }
    return NamedList(entries: [], revision: 0)
  }

  private func parsed(_ text: String) throws -> NamedList<Entry> {
    do {
      return try NamedList(text: text)
    } catch {
      throw RegisterError("\(list.path) is not a list of \(Entry.plural): \(error)")
    }
  }
}

/// Named entries with a number that changes with each change.
package struct NamedList<Entry: NamedEntry>: Sendable {
  package var entries: [Entry]
  package var revision: Int64

  /// Gives it a number that it never had.
  mutating func renew() { revision = .random(in: .min ... .max) }

  /// Adds the entries of another list that those of this one do not cover; returns them.
  ///
  /// An entry whose name is taken gets a number after its name.
  mutating func add(_ others: [Entry]) -> [Entry] {
    var added: [Entry] = []
    for var entry in others where !entries.contains(where: { $0.covers(entry) }) {
      let name = entry.name
      var number = 2
      while entries.contains(where: { $0.name == entry.name }) {
        entry.name = "\(name) (\(number))"
        number += 1
      }
      entries.append(entry)
      added.append(entry)
    }
    return added
  }
}

// The number, then one line per entry.
extension NamedList {
  var text: String {
    ([String(revision)] + entries.map(\.line)).map { $0 + "\n" }.joined()
  }

  init(text: String) throws {
    let lines = text.split(separator: "\n").map(String.init)
    // An incomplete list must not be taken for one with fewer entries.
    guard let first = lines.first, let revision = Int64(first), text.hasSuffix("\n") else {
      throw QueryError(Entry.plural, text, "does not begin with a number")
    }
    try self.init(entries: lines.dropFirst().map(Entry.init(line:)), revision: revision)
  }
}
