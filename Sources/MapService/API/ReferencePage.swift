internal import JSON
internal import HTTPServer

/// The table of operations as an HTML page without scripts, with an anchor for each part.
struct ReferencePage {
  var operations: [Operation]

  /// The address of the API, without a trailing slash.
  var base: String

  /// The whole page.
  var html: String {
    var page = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      <title>The API of geoindex</title>
      <link rel="stylesheet" href="\(escaped(base))/api.css">
      </head>
      <body>
      <header>
      <h1>The API of geoindex</h1>
      <p>Every answer is GeoJSON or JSON unless stated otherwise. A parameter that is unknown,
      malformed or given twice gets a 400 that says what to do. The same for programs:
      <a href="\(escaped(base))/api">OpenAPI 3.0</a>.</p>
      </header>
      \(contents)
      <main>

      """
    for chapter in Operation.Chapter.allCases {
      let own = operations.filter { $0.chapter == chapter }
      guard !own.isEmpty else { continue }
      page += "<h2 id=\"\(anchor(chapter.rawValue))\">\(escaped(chapter.rawValue))</h2>\n"
      page += own.map(section).joined()
    }
    return page + "</main>\n</body>\n</html>\n"
  }

  private var contents: String {
    let entries = operations.map { operation in
      "<li><a href=\"#\(operation.id)\"><code>\(escaped(operation.path))</code></a></li>"
    }
    return "<nav aria-label=\"Contents\">\n<ul>\n\(entries.joined(separator: "\n"))\n</ul>\n</nav>"
  }

  private func section(_ operation: Operation) -> String {
    var text = """
      <section id="\(operation.id)">
      <h3><a href="#\(operation.id)"><b>\(operation.method.rawValue)</b> \
      <code>\(escaped(operation.path))</code></a></h3>
      <p>\(marked(operation.summary)).</p>

      """
    if !operation.details.isEmpty { text += "<p>\(marked(operation.details))</p>\n" }
    text += parameters(operation) + answers(operation)
    if let example = operation.example {
      text += "<pre><code>curl '\(escaped(base + example))'</code></pre>\n"
    }
    return text + "</section>\n"
  }

  private func parameters(_ operation: Operation) -> String {
    let all = operation.parameters.filter { $0.location == .path } + operation.queryParameters
    guard !all.isEmpty else { return "" }
    let rows = all.map { parameter in
      """
      <tr id="\(operation.id).\(parameter.name)"><th scope="row"><code>\
      \(escaped(parameter.name))</code>\(parameter.isRequired ? " <small>required</small>" : "")</th>\
      <td>\(marked(parameter.meaning)) <small>\(escaped(range(parameter.schema)))</small></td></tr>
      """
    }
    return "<table>\n\(rows.joined(separator: "\n"))\n</table>\n"
  }

  private func answers(_ operation: Operation) -> String {
    let document = OpenAPIDocument(operations: operations, base: base)
    let items = document.answers(operation)
      .filter { !DocumentedResponse.everywhere.contains($0) }
      .map { answer in
        let types = answer.content.map { "<code>\(escaped($0.type))</code>" }
        return
          "<li>\(answer.status) \(marked(answer.summary)) \(types.joined(separator: ", "))</li>"
      }
    return items.isEmpty ? "" : "<ul>\n\(items.joined(separator: "\n"))\n</ul>\n"
  }

  /// A short text for the values that a schema allows.
  private func range(_ schema: JSONValue) -> String {
    var words = [schema["type"]?.shown ?? ""]
    let values = (schema["enum"] ?? schema["items"]?["enum"])?.elements ?? []
    if !values.isEmpty { words.append(values.map(\.shown).joined(separator: ", ")) }
    switch (schema["minimum"]?.shown, schema["maximum"]?.shown) {
    case (let low?, let high?): words.append("\(low) … \(high)")
    case (let low?, nil): words.append("\(low) or more")
    case (nil, let high?): words.append("at most \(high)")
    case (nil, nil): break
    }
    if let standard = schema["default"] { words.append("default: \(standard.shown)") }
    return words.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private func anchor(_ title: String) -> String {
    String(title.lowercased().map { $0 == " " ? "-" : $0 })
  }

  /// Marks text between backticks as code.
  private func marked(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 1 ? "<code>\(escaped($0.element))</code>" : escaped($0.element) }
      .joined()
  }
}

/// Escapes text for HTML, including attribute values.
private func escaped(_ text: some StringProtocol) -> String {
  var result = ""
  for character in text {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.append(character)
    }
  }
  return result
}
