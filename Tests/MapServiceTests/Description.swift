import Testing

/// The document of `/api`, read as a client would read it.
struct Description {
  let document: [String: Any]

  init(_ service: Service) throws { document = try service.json("/api") }

  /// One operation of it.
  struct Operation {
    let path: String
    let method: String
    let said: [String: Any]
    let parameters: [[String: Any]]

    /// The path with an example for each parameter.
    var target: String {
      parameters.filter { $0["in"] as? String == "path" }.reduce(path) { path, parameter in
        path.replacing("{\(parameter["name"] ?? "")}", with: "\(parameter["example"] ?? 1)")
      }
    }

    var queryParameters: [[String: Any]] { parameters.filter { $0["in"] as? String == "query" } }

    /// A valid query: the required parameters with their examples.
    var query: [String: String] {
      var query: [String: String] = [:]
      for parameter in queryParameters where parameter["required"] as? Bool == true {
        query[parameter["name"] as? String ?? ""] = "\(parameter["example"] ?? "")"
      }
      return query
    }

    func target(with query: [String: String]) -> String {
      let pairs = self.query.merging(query) { $1 }.sorted { $0.key < $1.key }
      return target + "?" + pairs.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    }
  }

  var paths: [String: [String: Any]] { document["paths"] as? [String: [String: Any]] ?? [:] }

  var operations: [Operation] {
    paths.flatMap { path, methods in
      methods.compactMap { method, said in
        guard let said = said as? [String: Any] else { return nil }
        let listed = said["parameters"] as? [[String: Any]] ?? []
        return Operation(path: path, method: method, said: said, parameters: listed.map(resolved))
      }
    }
  }

  /// The parameter of an operation, with its reference resolved.
  func parameter(_ name: String, of path: String) throws -> [String: Any] {
    let operation = try #require(operations.first { $0.path == path && $0.method == "get" })
    return try #require(operation.parameters.first { $0["name"] as? String == name })
  }

  private func resolved(_ parameter: [String: Any]) -> [String: Any] {
    guard let reference = parameter["$ref"] as? String else { return parameter }
    let names = reference.split(separator: "/").dropFirst()
    var value: Any? = document
    for name in names { value = (value as? [String: Any])?[String(name)] }
    return value as? [String: Any] ?? [:]
  }
}
