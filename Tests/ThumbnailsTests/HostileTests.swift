import Foundation
import PhotoFacts
import Testing

@testable import Thumbnails

@Suite("A photo that is damaged or hostile") struct HostileTests {
  private func outcome(_ bytes: [UInt8], limits: ThumbnailLimits = ThumbnailLimits()) throws
    -> Result<[UInt8], ThumbnailError>
  {
    let file = try TemporaryFile(bytes)
    var thumbnailer = Thumbnailer()
    thumbnailer.limits = limits
    do throws(ThumbnailError) {
      return .success(try file.thumbnail(width: 160, by: thumbnailer))
    } catch {
      #expect(error.description.hasPrefix(file.path.description))
      return .failure(error)
    }
  }

  private func code(_ bytes: [UInt8], limits: ThumbnailLimits = ThumbnailLimits()) throws
    -> ThumbnailError.Code?
  {
    guard case .failure(let error) = try outcome(bytes, limits: limits) else { return nil }
    return error.code
  }

  @Test("truncated at any byte, shows the part that exists")
  func truncated() throws {
    let whole = try quarters(width: 164, height: 125).jpeg()
    var shown = 0
    for count in stride(from: 0, to: whole.count, by: 29) {
      switch try outcome(Array(whole.prefix(count))) {
      case .success(let made):
        let picture = try decode(made)
        #expect(picture.width == 160)
        #expect(picture.height == 122)
        shown += 1
      case .failure(let error):
        #expect([.damaged, .unsupported].contains(error.code))
        #expect(shown == 0, "a longer file showed less")
      }
    }
    #expect(shown > 10)
  }

  @Test("shows its upper half where the lower is missing")
  func halfway() throws {
    var generator = Seeded(state: 3)
    let noise = (0..<(400 * 400)).map { index in
      UInt8(clamping: Int.random(in: -20...20, using: &generator) + (index < 80_000 ? 200 : 100))
    }
    let whole = try Picture(width: 400, height: 400, samples: .gray, bytes: noise).jpeg()
    let made = try outcome(Array(whole.prefix(whole.count * 6 / 10))).get()
    #expect(try decode(made).colour(80, 30).isClose(to: Colour(red: 200, green: 200, blue: 200)))
  }

  @Test("gives a reason if it is not a picture")
  func noJPEG() throws {
    for text in ["", "\u{ff}", "Hello", "\u{89}PNG\r\n", "<svg/>"] {
      #expect(try code(Array(text.utf8)) == .unsupported)
    }
    #expect(try code(Array("GIF89a".utf8)) == .damaged)
    #expect(try code([0xff, 0xd8, 0xff]) == .damaged)
    #expect(try code([0xff, 0xd8, 0xff, 0xd9]) == .damaged)
  }

  @Test(
    "gives a reason if it cannot be read", arguments: ["/nonexistent", "/", "/dev/zero", ""])
  func unreadable(_ path: String) {
    #expect(throws: ThumbnailError.self) {
      try Thumbnailer().thumbnail(of: FilePath(path), width: 160)
    }
  }

  @Test("gives a reason if it is too large, without decoding it")
  func tooLarge() throws {
    let jpeg = try quarters(width: 100, height: 100).jpeg()
    var limits = ThumbnailLimits()
    limits.fileBytes = 100
    #expect(try code(jpeg, limits: limits) == .tooLarge)
    var huge = jpeg
    let frame = try #require(huge.indices.first { huge[$0] == 0xff && huge[$0 + 1] == 0xc0 })
    huge.replaceSubrange((frame + 5)..<(frame + 9), with: [0xff, 0xdc, 0xff, 0xdc])
    #expect(try code(huge) == .tooLarge)
  }

  @Test("is refused above the limit of progressive scans")
  func scans() throws {
    let tool = try #require(program("jpegtran"))
    let progressive = try run(tool, ["-progressive"], on: quarters(width: 99, height: 99).jpeg())
    #expect(try code(progressive) == nil)
    // Repeats the last scan: each copy has few bytes, but costs a pass over the whole picture.
    let last = try #require(
      progressive.indices.dropLast().last { progressive[$0] == 0xff && progressive[$0 + 1] == 0xda }
    )
    let scan = progressive[last..<(progressive.count - 2)]
    let bomb = progressive.dropLast(2) + Array(repeating: scan, count: 500).joined() + [0xff, 0xd9]
    #expect(try code(Array(bomb)) == .damaged)
  }

  @Test(
    "is refused if its coefficients need too much memory")
  func memory() throws {
    let tool = try #require(program("jpegtran"))
    let progressive = try run(
      tool, ["-progressive"], on: plain(.red, width: 500, height: 500).jpeg())
    var limits = ThumbnailLimits()
    limits.coefficientBytes = 300_000
    #expect(try code(progressive, limits: limits) == .damaged)
  }

  @Test("never brings the program down", arguments: 0..<4)
  func mutations(_ seed: Int) throws {
    var generator = Seeded(state: UInt64(seed))
    var whole = try quarters(width: 200, height: 150).jpeg()
    if seed.isMultiple(of: 2) {
      let tool = try #require(program("jpegtran"))
      whole = try run(tool, ["-progressive"], on: whole)
    }
    for _ in 0..<40 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let headerOnly = Bool.random(using: &generator)
        let place = Int.random(in: 0..<(headerOnly ? 700 : bytes.count), using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      var limits = ThumbnailLimits()
      limits.pixels = 100_000
      if case .success(let made) = try outcome(bytes, limits: limits) {
        _ = try decode(made)
      }
    }
  }
}
