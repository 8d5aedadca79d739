import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

@Suite("A hostile container")
struct HostileContainerTests {
  private typealias Fixture = ContainerFixture

  private func expectQuick(_ bytes: [UInt8], within seconds: Double = 1) {
    #expect(processorSeconds { _ = read(bytes) } < seconds)
  }

  @Test("of thousands of small boxes that unpack to megabytes is not unpacked for ever")
  func brotli() {
    // A thousand boxes of 60,000 zeros each, 60 MB in total.
    let long = [UInt8](repeating: 0, count: 60_000)
    let box = Fixture.box("brob", Array("Exif".utf8) + Fixture.brotli(long))
    expectQuick(Fixture.jpegXL.file() + Array([[UInt8]](repeating: box, count: 1000).joined()))
  }

  @Test("of thousands of texts that unpack to megabytes is not unpacked for ever")
  func texts() {
    // One deflated block of a million zeros with a wrong checksum, which is found last.
    let zeros: [UInt8] = [
      0x78, 0xDA, 0xED, 0xC1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x80, 0x90, 0xFE, 0xAF,
    ]
    let text = Array("Raw profile type exif\0\0".utf8) + zeros + [UInt8](repeating: 0, count: 1000)
    let chunk = Fixture.chunk("zTXt", text)
    expectQuick(Fixture.png(Array([[UInt8]](repeating: chunk, count: 4000).joined()), nil))
  }

  @Test("of heaps that hold themselves ends")
  func heaps() {
    let little = Fixture.little
    var directory = little(128, 2)
    for _ in 0..<128 {
      // Each entry spans the whole heap, so the heap contains itself.
      directory += little(0x2807, 2) + little(2 + 1280 + 4, 4) + little(0, 4)
    }
    expectQuick(
      Array("II".utf8) + little(26, 4) + "HEAPCCDR".utf8 + little(0, 12) + directory + little(0, 4))
  }

  @Test("of a thousand Exif blocks, or Photoshop resources, takes time proportional to its size")
  func manyBlocks() {
    let exif = ExifFixture(image: [(0x010F, .ascii("A"))]).tiff
    let segment = JPEGFixture.segment(0xE1, Array("Exif\0\0".utf8) + exif)
    expectQuick(JPEGFixture.picture(Array(repeating: segment, count: 1000)))
    let resource = Fixture.resource(0x0422, exif)
    let resources = Array([[UInt8]](repeating: resource, count: 600).joined())
    expectQuick(
      JPEGFixture.picture([
        JPEGFixture.segment(0xED, Array("Photoshop 3.0\0".utf8) + resources.prefix(65_000))
      ]))
  }

  @Test("of full Exif segments that each seem to continue the one before is read once")
  func continued() {
    let start = ExifFixture(image: [(0x010F, .ascii("A"))]).tiff
    let first = JPEGFixture.segment(
      0xE1, Array("Exif\0\0".utf8) + start + [UInt8](repeating: 0, count: 65_000 - start.count))
    let next = JPEGFixture.segment(
      0xE1, Array("Exif\0\0".utf8) + [UInt8](repeating: 0, count: 65_000))
    let facts = read(JPEGFixture.picture([first] + Array(repeating: next, count: 900)))
    #expect(facts.remarks == ["the Exif block at byte 12 in 901 parts is incomplete"])
  }

  @Test("reads few of the thousands of offsets to a film in a packet")
  func offsets() {
    let items = Array(repeating: "<a MicroVideoOffset='9' Length='7'/>", count: 1600).joined()
    expectQuick(XMPFixture.jpeg(XMPFixture.packet(elements: items)))
    let packet = XMPFixture.packet(elements: "<a>" + items + "</a>")
    #expect(MotionPhoto.distancesFromEnd(in: Array(packet.utf8)) == [9, 7, 14, 21, 28])
  }
}
