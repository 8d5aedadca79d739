/// Metrics in the text format of Prometheus.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/
struct PrometheusText {
  /// The media type of the format.
  static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  enum Kind: String { case counter, gauge, histogram }

  private(set) var text = ""

  /// Starts a metric; all its lines must follow.
  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// One line of the current metric.
  ///
  /// Names of labels are constants; values may be paths, which are escaped.
  mutating func line(
    _ name: String, _ labels: KeyValuePairs<String, String> = [:], _ value: some Numeric
  ) {
    let pairs = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    text += pairs.isEmpty ? "\(name) \(value)\n" : "\(name){\(pairs)} \(value)\n"
  }

  private static func escaped(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else {
      return value
    }
    return value.map { character in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: String(character)
      }
    }.joined()
  }

  /// A metric with one line.
  mutating func figure(_ name: String, _ kind: Kind, _ help: String, _ value: some Numeric) {
    begin(name, kind, help)
    line(name, [:], value)
  }
}
