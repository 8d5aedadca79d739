import Foundation
import Testing

/// The reference program: Phil Harvey's exiftool.
enum ExifTool {
  /// The output of exiftool for one file: `Group:Tag` to value.
  struct Answer: Sendable {
    let values: [String: Value]

    func number(_ tag: String) -> Double? {
      if case .number(let number) = values[tag] { return number }
      return nil
    }

    func text(_ tag: String) -> String? {
      switch values[tag] {
      case .text(let text): text
      case .number(let number): number == number.rounded() ? String(Int(number)) : String(number)
      default: nil
      }
    }
  }

  enum Value: Decodable, Sendable {
    case number(Double)
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .other
      }
    }
  }

  /// Writes tags into files: each argument list ends with the file it is for.
  static func write(_ commands: [[String]], in folder: String) throws {
    // One run for all: exiftool takes longer to start than to write a hundred files.
    let lines = commands.map { ($0 + ["-execute"]).joined(separator: "\n") }
    let arguments = folder + "/arguments.txt"
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: arguments))
    _ = try run([
      "-@", arguments, "-common_args", "-n", "-q", "-m", "-overwrite_original",
    ])
  }

  /// Reads every file of a folder, by the path below it.
  static func read(
    _ folder: String, extensions: [String] = ["jpg"]
  ) throws -> [String: Answer] {
    let kinds = extensions.flatMap { ["-ext", $0] }
    let output = try run(["-n", "-j", "-G1", "-q", "-r"] + kinds + [folder])
    let objects = try JSONDecoder().decode([[String: Value]].self, from: output)
    return Dictionary(
      uniqueKeysWithValues: try objects.map { object in
        guard case .text(let path) = object["SourceFile"] else { throw Failure(status: -1) }
        return (String(path.dropFirst(folder.count + 1)), Answer(values: object))
      })
  }

  struct Failure: Error { let status: Int32 }

  /// Runs exiftool; fails the test if it is not installed.
  private static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["exiftool"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // Exit code 1 means that some file was odd, which is expected.
    guard process.terminationStatus <= 1 else {
      throw Failure(status: process.terminationStatus)
    }
    return data
  }
}
