/// The parts of STAC items to write, by the rules of the fields extension of STAC API.
///
/// A part is the path of a member, such as `properties.datetime` or `assets.thumbnail.href`. Paths that no item has are
/// ignored.
public struct ItemFields: Hashable, Sendable {
  /// What is written; nil for everything.
  private let included: [[Substring]]?
  private let excluded: [[Substring]]

  /// Every part.
  public static let all = ItemFields(included: nil, excluded: [])

  /// What an empty list stands for: the least parts of a valid item.
  private static let least = [
    "type", "stac_version", "stac_extensions", "id", "geometry", "bbox", "links", "assets",
    "collection", "properties.datetime", "properties.start_datetime", "properties.end_datetime",
  ].map(path)

  private init(included: [[Substring]]?, excluded: [[Substring]]) {
    (self.included, self.excluded) = (included, excluded)
  }

  /// What stands for every part in a list.
  private static let everything: Substring = "*"

  /// Reads a list such as `id,properties,-properties.path`; without a name to include, the least parts are meant.
  public init(_ list: String) {
    var (included, excluded): ([[Substring]], [[Substring]]) = ([], [])
    for name in list.split(separator: ",") {
      // A plus sign in a query stands for a space.
      let text = String(name.drop { $0 == " " || $0 == "+" })
      if text.hasPrefix("-") {
        excluded.append(Self.path(String(text.dropFirst())))
      } else {
        included.append(Self.path(text))
      }
    }
    if included.contains([Self.everything]) {
      self.init(included: nil, excluded: excluded)
    } else {
      let least = Self.least.filter { part in !excluded.contains { part.starts(with: $0) } }
      self.init(included: included.isEmpty ? least : included, excluded: excluded)
    }
  }

  private static func path(_ name: String) -> [Substring] { name.split(separator: ".") }

  /// Whether a part is written.
  func has(_ part: String...) -> Bool { has(part.map { Substring($0) }) }

  /// Whether the part of a path is written.
  func has(path: String) -> Bool { has(Self.path(path)) }

  /// The most specific path decides; an included one takes precedence over the same that is excluded.
  private func has(_ part: [Substring]) -> Bool {
    func depth(_ paths: [[Substring]]) -> Int? {
      paths.filter { !$0.isEmpty && part.starts(with: $0) }.map(\.count).max()
    }
    // Something inside it is written.
    if included?.contains(where: { $0.count > part.count && $0.starts(with: part) }) == true {
      return true
    }
    guard let kept = included.map(depth) ?? 0 else { return false }
    return kept >= depth(excluded) ?? 0
  }
}
