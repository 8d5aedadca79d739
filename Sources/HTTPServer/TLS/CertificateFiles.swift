internal import Files
internal import Glibc

/// The files of a certificate and its key, which are renewed every few weeks.
public struct CertificateFiles: Sendable {
  private let certificate: [UInt8]
  private let key: [UInt8]
  private var stamps: [FileStamp?]

  /// The files, both PEM: the certificate followed by intermediate certificates, and the private key.
  public init(certificate: [UInt8], key: [UInt8]) {
    self.certificate = certificate
    self.key = key
    stamps = [nil, nil]
  }

  /// The content of the files; nil if it has not changed since the last call.
  public mutating func readIfChanged() throws(CertificateFileError) -> HTTPServer.TLSIdentity? {
    let found = [FileStamp(certificate), FileStamp(key)]
    guard found != stamps || found.contains(nil) else { return nil }
    stamps = found
    return HTTPServer.TLSIdentity(
      certificate: try Self.read(certificate, "CERTIFICATE"),
      privateKey: try Self.read(key, "PRIVATE KEY"))
  }

  private static func read(_ path: [UInt8], _ kind: String) throws(CertificateFileError) -> [UInt8]
  {
    let name = String(decoding: path, as: UTF8.self)
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try OpenFile(path: path)
      guard file.count <= 1_048_576 else { throw SystemError(code: EFBIG) }
      bytes = try file.read()
    } catch {
      throw CertificateFileError(description: "cannot read \(name): \(error)")
    }
    guard String(decoding: bytes, as: UTF8.self).contains("\(kind)-----") else {
      throw CertificateFileError(
        description: "\(name) needs a \(kind.lowercased()) in PEM (-----BEGIN …)")
    }
    return bytes
  }
}

/// Why a certificate or its key cannot be read.
public struct CertificateFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong; names the file.
  public let description: String
}
