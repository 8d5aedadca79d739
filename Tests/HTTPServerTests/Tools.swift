import Foundation
import HTTPServer
import TestSupport

/// Runs a program and returns its output.
func output(_ program: String, _ arguments: [String]) throws -> String {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: bytes, as: UTF8.self)
}

/// A certificate for `localhost` that signs itself.
struct Certificate {
  /// The file with the certificate.
  let path: String
  let identity: HTTPServer.TLSIdentity
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.file("cert.pem")
    let key = folder.file("key.pem")
    _ = try output(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
        "2", "-subj", "/CN=localhost", "-keyout", key, "-out", path,
      ])
    identity = HTTPServer.TLSIdentity(
      certificate: Array(try Data(contentsOf: URL(fileURLWithPath: path))),
      privateKey: Array(try Data(contentsOf: URL(fileURLWithPath: key))))
  }
}
