/// Routes as a tree of path segments.
struct RouteTree: Sendable {
  struct Match {
    var handlers: Handlers
    var parameters: PathParameters
  }

  /// The handlers of a path by method; comparing a few is faster than hashing.
  struct Handlers: Sendable {
    private var entries: [(method: Method, handler: Router.Handler)] = []

    var isEmpty: Bool { entries.isEmpty }

    var methods: [Method] { entries.map(\.method) }

    subscript(method: Method) -> Router.Handler? {
      get {
        for entry in entries where entry.method == method { return entry.handler }
        return nil
      }
      set {
        entries.removeAll { $0.method == method }
        if let newValue { entries.append((method, newValue)) }
      }
    }
  }

  private struct Node: Sendable {
    /// Comparing a few short names is faster than hashing.
    var literals: [(name: String, node: Int)] = []
    var parameters: [(name: String, ending: String, node: Int)] = []
    var rest: (name: String, node: Int)?
    var handlers = Handlers()

    func child(named name: String) -> Int? { literals.first { $0.name == name }?.node }
  }

  private var nodes = [Node()]

  mutating func insert(_ method: Method, pattern: String, _ handler: @escaping Router.Handler) {
    var node = 0
    for segment in pattern.split(separator: "/") { node = child(of: node, for: segment) }
    nodes[node].handlers[method] = handler
  }

  private mutating func child(of node: Int, for segment: Substring) -> Int {
    guard segment.hasPrefix("{"), let brace = segment.lastIndex(of: "}") else {
      let name = String(segment)
      if let child = nodes[node].child(named: name) { return child }
      nodes[node].literals.append((name, addNode()))
      return nodes.count - 1
    }
    if segment.hasSuffix("*}") {
      let name = String(segment.dropFirst().dropLast(2))
      if let rest = nodes[node].rest, rest.name == name { return rest.node }
      nodes[node].rest = (name, addNode())
      return nodes.count - 1
    }
    let name = String(segment[..<brace].dropFirst())
    let ending = String(segment[segment.index(after: brace)...])
    let parameters = nodes[node].parameters
    if let known = parameters.first(where: { $0.name == name && $0.ending == ending }) {
      return known.node
    }
    nodes[node].parameters.append((name, ending, addNode()))
    return nodes.count - 1
  }

  private mutating func addNode() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }

  /// Finds the handlers of a path.
  func match(_ path: [String]) -> Match? {
    var parameters = PathParameters()
    guard let node = find(path[...], from: 0, &parameters) else { return nil }
    return Match(handlers: nodes[node].handlers, parameters: parameters)
  }

  /// Searches literals first, with backtracking.
  private func find(_ path: ArraySlice<String>, from index: Int, _ parameters: inout PathParameters)
    -> Int?
  {
    if let first = path.first {
      let below = path.dropFirst()
      if let child = nodes[index].child(named: first),
        let found = find(below, from: child, &parameters)
      {
        return found
      }
      for (name, ending, child) in nodes[index].parameters where first.hasSuffix(ending) {
        let value = first.dropLast(ending.count)
        if value.isEmpty { continue }
        parameters.append(name, String(value))
        if let found = find(below, from: child, &parameters) { return found }
        parameters.removeLast()
      }
    } else if !nodes[index].handlers.isEmpty {
      return index
    }
    guard let rest = nodes[index].rest else { return nil }
    parameters.append(rest.name, path.joined(separator: "/"))
    return rest.node
  }
}
