import Foundation
import Geography
import Synchronization

/// The smallest JPEG with position, time and camera, assembled from bytes.
struct TinyPhoto: Hashable {
  /// Makes its content unique.
  var serial: Int
  var place: Coordinate?

  /// Seconds since 1970 on the clock of the camera.
  var seconds: Int?
  var model: String

  /// What a program has written about it.
  var caption: String?

  /// The file; assembled once, because the models compare contents all the time.
  var bytes: Data {
    Self.files.withLock { files in
      if let file = files[self] { return file }
      let file = assembled
      files[self] = file
      return file
    }
  }

  private static let files = Mutex<[TinyPhoto: Data]>([:])

  private var assembled: Data {
    var tiff = TIFFBuilder()
    var first: [TIFFBuilder.Entry] = caption.map { [.text(0x010E, $0)] } ?? []
    first.append(.text(0x0110, model))
    if let seconds { first.append(.directory(0x8769, [.text(0x9003, Self.clock(seconds))])) }
    if let place {
      first.append(
        .directory(
          0x8825,
          [
            .text(1, place.latitudeE7 < 0 ? "S" : "N"), .degrees(2, place.latitudeE7.magnitude),
            .text(3, place.longitudeE7 < 0 ? "W" : "E"), .degrees(4, place.longitudeE7.magnitude),
          ]))
    }
    let exif = Data("Exif\0\0".utf8) + tiff.build(first)
    let length = exif.count + 2
    return Data([0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)]) + exif
      + Data([0xFF, 0xD9]) + Data("photo \(serial)".utf8)
  }

  /// The position as a sidecar; tenths of a degree, which minutes can represent.
  static func sidecar(_ place: Coordinate) -> Data {
    func angle(_ units: Int32, _ marks: (String, String)) -> String {
      let tenths = Int(units.magnitude) / 1_000_000
      return "\(tenths / 10),\(tenths % 10 * 6).0\(units < 0 ? marks.1 : marks.0)"
    }
    return Data(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
        xmlns:exif="http://ns.adobe.com/exif/1.0/"
        exif:GPSLatitude="\(angle(place.latitudeE7, ("N", "S")))"
        exif:GPSLongitude="\(angle(place.longitudeE7, ("E", "W")))"/></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private static func clock(_ seconds: Int) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second],
      from: Date(timeIntervalSince1970: Double(seconds)))
    func padded(_ number: Int?) -> String { String(format: "%02d", number ?? 0) }
    return "\(parts.year ?? 0):\(padded(parts.month)):\(padded(parts.day)) "
      + "\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))"
  }
}

/// Assembles a little-endian TIFF, each directory followed by its values.
private struct TIFFBuilder {
  enum Entry {
    case text(UInt16, String)
    case degrees(UInt16, UInt32)
    case directory(UInt16, [Entry])
  }

  private var bytes = Data("II*\0".utf8)

  mutating func build(_ entries: [Entry]) -> Data {
    append32(8)
    append(entries)
    return bytes
  }

  private mutating func append(_ entries: [Entry]) {
    append16(UInt16(entries.count))
    let table = bytes.count
    bytes += Data(repeating: 0, count: entries.count * 12 + 4)
    for (position, entry) in entries.enumerated() {
      let offset = bytes.count
      var cell = Data()
      switch entry {
      case .text(let tag, let text):
        let value = Data(text.utf8) + [0]
        cell = head(tag, 2, value.count)
        if value.count <= 4 {
          cell += value + Data(repeating: 0, count: 4 - value.count)
        } else {
          cell += number(UInt32(offset))
          bytes += value
        }
      case .degrees(let tag, let units):
        cell = head(tag, 5, 3) + number(UInt32(offset))
        for value in [units, 10_000_000, 0, 1, 0, 1] as [UInt32] { bytes += number(value) }
      case .directory(let tag, let inner):
        cell = head(tag, 4, 1) + number(UInt32(offset))
        append(inner)
      }
      bytes.replaceSubrange((table + position * 12)..<(table + position * 12 + 12), with: cell)
    }
  }

  private func head(_ tag: UInt16, _ type: UInt16, _ count: Int) -> Data {
    Data([UInt8(tag & 255), UInt8(tag >> 8), UInt8(type), 0]) + number(UInt32(count))
  }

  private func number(_ value: UInt32) -> Data {
    Data((0..<4).map { UInt8(value >> (8 * UInt32($0)) & 255) })
  }

  private mutating func append16(_ value: UInt16) {
    bytes += Data([UInt8(value & 255), UInt8(value >> 8)])
  }

  private mutating func append32(_ value: UInt32) { bytes += number(value) }
}
