import Geography
import PhotoExchange
import PhotoFacts
import PhotoIndex
import Testing

/// Tables of other programs.
@Suite struct TableTests {
  @Test func theFourColumnsAreEnough() throws {
    let exchange = try Exchange()
    let report = try exchange.read(
      """
      path,longitude,latitude,takenAt
      trip/a.jpg,2.2945,48.8584,2024-05-01T12:00:00+02:00
      b.jpg,-180,-90,
      c.jpg,,,
      """)
    #expect(report.format == .csv)
    #expect(report.added == 2)
    #expect(report.withoutPlace == 1)
    let photos = try exchange.photos()
    #expect(photos.map(\.path.description) == ["trip/a.jpg", "b.jpg"])
    #expect(photos[0].time?.utcOffsetMinutes == 120)
    #expect(photos[1].time == nil)
  }

  @Test func tabsBetweenCellsAreParsed() throws {
    let exchange = try Exchange()
    let text = "longitude\tlatitude\tpath\n1\t2\ta, b.jpg\n3\t4\t\"c\td\"\"\"\n"
    let report = try exchange.read(text)
    #expect(report.format == .tsv)
    #expect(report.added == 2)
    #expect(try exchange.photos().map(\.path.description) == ["a, b.jpg", "c\td\""])
  }

  @Test func quotationsLineEndsMarksAndUnknownColumnsAreParsed() throws {
    let exchange = try Exchange()
    let text =
      "\u{FEFF}latitude,\"note\",longitude,path\r\n"
      + "1,\"two\r\nlines, \"\"quoted\"\"\",2,\"a \"\"b\"\".jpg\"\r\n\r\n3,,4,'=x\r\n5,5,5,'y\r\n"
    #expect(try exchange.read(text).added == 3)
    #expect(try exchange.photos().map(\.path.description) == ["a \"b\".jpg", "=x", "'y"])
  }

  @Test(arguments: [
    ("x,1", "2 columns", 3), ("x,1,2,3", "4 columns", 3), ("x,one,2", "longitude \"one\"", 3),
    ("\"x\" ,1,2", "text follows the closing quotation mark", 3), ("x,1,95", "latitude", 3),
    ("x,1,", "no latitude", 3),
    ("x,nan,1", "longitude \"nan\"", 3), ("x,0x1,1", "longitude", 3),
  ])
  func aBadRowIsReportedWithItsLine(row: String, reason: String, line: Int) throws {
    let exchange = try Exchange()
    let rows = "path,longitude,latitude\n\"a\",1,2\n\(row)\nb,3,4"
    let report = try exchange.read(rows) { $0.format = .csv }
    #expect(report.bad == 1)
    #expect(report.added == 2)
    #expect(report.problems[0].line == line)
    #expect(report.problems[0].reason.contains(reason), "\(report.problems[0].reason)")
  }

  @Test func aTableWithoutTheColumnsIsRefused() throws {
    let exchange = try Exchange()
    for text in ["name,lat,lon\na,1,2\n", "hello", "", "path,longitude,latitude,longitude\n"] {
      #expect(throws: BrokenDocument.self) { try exchange.read(text) { $0.format = .csv } }
    }
  }

  @Test func noCellBeginsAFormula() throws {
    let exchange = try Exchange()
    var awkward = AwkwardPhotos(seed: 59)
    try awkward.fill(exchange.index, count: 500)
    let text = String(decoding: try exchange.written(.csv), as: UTF8.self)
    #expect(!text.contains(",="))
    #expect(!text.contains(",\"="))
    #expect(!text.contains("\r\n="))
    #expect(!text.contains(",@"))
    #expect(!text.contains(",+"))
    #expect(!text.contains(",\"@"))
    #expect(text.contains(",'=cmd"))
    #expect(text.contains("'=SUM(A1)/"))
  }
}
