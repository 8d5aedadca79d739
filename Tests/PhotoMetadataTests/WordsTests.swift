import Foundation
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

/// Titles, keywords, people and ratings are read from wherever programs write them.
@Suite struct WordsTests {
  private let photos: TemporaryPhotos

  init() throws { photos = try TemporaryPhotos() }

  /// A photo to which exiftool has written, in one run after the other.
  private func photo(_ runs: [String]..., named name: String = "a.jpg") throws -> PhotoFacts {
    try photos.write(JPEGFixture.plain, as: name)
    let path = photos.folder.file(name)
    for arguments in runs {
      let outcome = try Program.run(
        "exiftool",
        arguments + [
          "-charset", "utf8", "-codedcharacterset=utf8", "-overwrite_original", "-q", path,
        ])
      try #require(outcome.code == 0, "\(outcome.messages)")
    }
    var reader = PhotoReader()
    return reader.facts(at: FilePath(path))
  }

  /// exiftool's own module for the rules of the Metadata Working Group, and what XMP says.
  ///
  /// Where a newer IPTC record lacks a text, the rules give none; what XMP says counts then, because it would be lost.
  private func expected(_ folder: String) throws -> [String: [String: Any]] {
    let outcome = try Program.run(
      "exiftool",
      [
        "-use", "MWG", "-j", "-n", "-charset", "utf8", "-MWG:Description", "-MWG:Keywords",
        "-MWG:Rating", "-MWG:Creator", "-MWG:Copyright", "-XMP-dc:Description", "-XMP-dc:Subject",
        "-XMP-dc:Creator", "-XMP-dc:Rights", "-G0", "-ext", "jpg", folder,
      ])
    let list = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return Dictionary(
      uniqueKeysWithValues: (list as? [[String: Any]] ?? []).map { photo in
        (((photo["SourceFile"] as? String ?? "") as NSString).lastPathComponent, photo)
      })
  }

  private static func texts(_ value: Any?) -> [String] {
    switch value {
    case let list as [Any]: list.map { "\($0)" }
    case let value?: ["\(value)"]
    case nil: []
    }
  }

  /// exiftool writes the texts of PNG as `tEXt`, those with other letters as `iTXt`, and both compressed.
  @Test(arguments: [[], ["-z"]] as [[String]])
  func textsOfPNGAreThoseOfExiftool(options: [String]) throws {
    let texts = [
      "Title": "Zwei Seen", "Author": "Ada Lindqvist", "Description": "東京の夜",
      "Copyright": "© Ærø 2024", "Comment": "Created with a program",
    ]
    try photos.write(ContainerFixture.png(nil, nil), as: "a.png")
    let path = photos.folder.file("a.png")
    let arguments = texts.sorted { $0.key < $1.key }.map { "-PNG:\($0.key)=\($0.value)" }
    let outcome = try Program.run(
      "exiftool", options + ["-charset", "utf8", "-overwrite_original", "-q"] + arguments + [path])
    try #require(outcome.code == 0, "\(outcome.messages)")
    let read = try Program.run(
      "exiftool", ["-j", "-charset", "utf8", "-PNG:all", path])
    let list = try JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [[String: Any]]
    let tags = try #require(list?.first)
    var reader = PhotoReader()
    let words = reader.facts(at: FilePath(path)).words
    #expect(words.title == tags["Title"] as? String)
    #expect(words.creator == tags["Author"] as? String)
    #expect(words.caption == tags["Description"] as? String)
    #expect(words.copyright == tags["Copyright"] as? String)
    #expect(words.title == "Zwei Seen" && words.caption == "東京の夜")
    // XMP counts before the texts of a format.
    let later = try Program.run(
      "exiftool", ["-q", "-overwrite_original", "-XMP-dc:Title=Newer", path])
    try #require(later.code == 0, "\(later.messages)")
    let both = reader.facts(at: FilePath(path)).words
    #expect(both.title == "Newer")
    #expect(both.creator == "Ada Lindqvist")
  }

  /// exiftool reads such a packet too, and warns of its header.
  @Test(arguments: [
    "http://ns.adobe.com/xap/1.0/ ", "http://ns.example.com/", "XMP\0", "\0\0\0", "", "Exif2\0",
  ])
  func aPacketWithAnotherHeaderIsRead(header: String) throws {
    let packet = """
      <?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>\
      <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
      <rdf:Description rdf:about='' xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/' \
      xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='4' xmp:Label='Odd'/></rdf:RDF>\
      </x:xmpmeta><?xpacket end='w'?>
      """
    let content = Array(header.utf8) + Array(packet.utf8)
    let length = content.count + 2
    let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    let plain = JPEGFixture.plain
    try photos.write(plain[..<2] + segment + plain[2...], as: "odd.jpg")
    let path = photos.folder.file("odd.jpg")
    let read = try Program.run("exiftool", ["-s3", "-XMP:Rating", "-XMP:Label", path])
    #expect(read.output == "4\nOdd\n")
    var reader = PhotoReader()
    let words = reader.facts(at: FilePath(path)).words
    #expect(words.rating == 4)
    #expect(words.label == "Odd")
  }

  /// Texts in all places that may disagree, before and after a program that knows only IPTC has changed them.
  @Test func areThoseOfExiftoolsRulesWhereBlocksDisagree() throws {
    var random = SeededRandom(seed: 39)
    let pool: [String: [String]] = [
      "EXIF:ImageDescription": ["Exif's words", "Ærø"], "EXIF:Artist": ["Ada"],
      "EXIF:Copyright": ["© Exif"], "IPTC:Caption-Abstract": ["IPTC's words", "Zürich"],
      "IPTC:Keywords": ["lake", "东京"], "IPTC:By-line": ["Grace"],
      "IPTC:CopyrightNotice": ["© IPTC"], "XMP-dc:Description": ["XMP's words"],
      "XMP-dc:Subject": ["sea", "harbour", "море"], "XMP-dc:Creator": ["Alan", "Alonzo"],
      "XMP-dc:Rights": ["© XMP"], "XMP-xmp:Rating": ["3", "-1", "5"],
    ]
    var commands: [[[String]]] = []
    for _ in 0..<60 {
      func some() -> [String] {
        pool.sorted { $0.key < $1.key }.flatMap { tag, values -> [String] in
          guard Bool.random(using: &random) else { return [] }
          let isList = ["IPTC:Keywords", "XMP-dc:Subject", "XMP-dc:Creator"].contains(tag)
          let chosen = isList ? values : [values.randomElement(using: &random) ?? ""]
          return chosen.map { "-\(tag)=\($0)" }
        }
      }
      // The digest says that IPTC and XMP were written together; the last run changes IPTC alone.
      let digest = Bool.random(using: &random) ? ["-IPTCDigest=new"] : []
      let later = Bool.random(using: &random) ? ["-IPTC:Caption-Abstract=changed later"] : []
      commands.append([some() + digest, later + ["-XMP-x:XMPToolkit="]])
    }
    // One run of exiftool for all, which takes longer to start than to write.
    var lines: [[String]] = []
    for (number, runs) in commands.enumerated() {
      let name = String(format: "%02d.jpg", number)
      try photos.write(JPEGFixture.plain, as: name)
      for arguments in runs {
        lines.append(
          arguments + ["-charset", "utf8", "-codedcharacterset=utf8", photos.folder.file(name)])
      }
    }
    try ExifTool.write(lines, in: photos.folder.path)
    var reader = PhotoReader()
    let answers = try expected(photos.folder.path)
    #expect(answers.count == commands.count)
    for (name, answer) in answers {
      let words = reader.facts(at: FilePath(photos.folder.file(name))).words
      let comment = Comment(rawValue: "\(name) \(commands[Int(name.prefix(2)) ?? 0])")
      func texts(_ name: String, _ tag: String) -> [String] {
        Self.texts(answer["Composite:\(name)"] ?? answer["XMP:\(tag)"])
      }
      let creators = texts("Creator", "Creator")
      #expect(words.caption == texts("Description", "Description").first, comment)
      #expect(words.keywords == texts("Keywords", "Subject"), comment)
      #expect(words.rating.map { "\($0)" } == texts("Rating", "Rating").first, comment)
      #expect(words.creator == (creators.isEmpty ? nil : creators.joined(separator: "; ")), comment)
      #expect(words.copyright == texts("Copyright", "Rights").first, comment)
    }
  }

  @Test func titlesLabelsAndHierarchiesAreRead() throws {
    let words = try photo(
      [
        "-XMP-dc:Title=The harbour", "-XMP-xmp:Label=Red",
        "-XMP-lr:HierarchicalSubject=Places|Sea|Baltic", "-XMP-lr:HierarchicalSubject=flat",
        "-XMP-digiKam:TagsList=Animals/Birds", "-XMP-microsoft:LastKeywordXMP=Places/Sea/Baltic",
      ]
    ).words
    #expect(words.title == "The harbour")
    #expect(words.label == "Red")
    #expect(words.keywordPaths == ["Places/Sea/Baltic", "Animals/Birds"])
    // Without flat keywords, those at the ends of the paths are.
    #expect(words.keywords == ["Baltic", "Birds"])
  }

  @Test func peopleAreTheNamesOfFacesAndTheListOfPeople() throws {
    let words = try photo(
      [
        "-RegionInfo={RegionList=[{Name=Ada Lovelace,Type=Face},{Name=Rex,Type=Pet},{Name=Grace,Type=Face}]}",
        "-RegionInfoMP={Regions=[{PersonDisplayName=Grace},{PersonDisplayName=Emmy}]}",
        "-XMP-iptcExt:PersonInImage=Ada Lovelace", "-XMP-iptcExt:PersonInImage=Hedy",
      ]
    ).words
    #expect(words.people == ["Ada Lovelace", "Grace", "Emmy", "Hedy"])
  }

  /// As digiKam writes a photo with the tags People/Ada and People/Family/Emmy.
  @Test func namesBelowDigiKamsTagOfPeopleArePeopleAndKeywords() throws {
    let words = try photo(
      [
        "-XMP-digiKam:TagsList=People/Ada", "-XMP-digiKam:TagsList=People/Family/Emmy",
        "-XMP-digiKam:TagsList=People/Family", "-XMP-digiKam:TagsList=People/Unknown",
        "-XMP-digiKam:TagsList=Places/People/Rome", "-XMP-digiKam:TagsList=People",
        "-XMP-lr:HierarchicalSubject=People|Ada", "-XMP-lr:HierarchicalSubject=People|Of Lightroom",
        "-XMP-dc:Subject=Ada", "-XMP-dc:Subject=Emmy",
        "-RegionInfo={RegionList=[{Name=Ada,Type=Face}]}",
      ]
    ).words
    #expect(words.people == ["Ada", "Emmy"])
    #expect(words.keywords == ["Ada", "Emmy"])
    #expect(words.keywordPaths.contains("People/Family/Emmy"))
    #expect(words.keywordPaths.contains("People/Of Lightroom"))
    let german = try photo(["-XMP-digiKam:TagsList=Personen/Ada"], named: "b.jpg").words
    #expect(german.people == ["Ada"])
    #expect(german.keywordPaths == ["Personen/Ada"])
  }

  @Test func whatACDSeeAloneSaysIsRead() throws {
    let categories = """
      <Categories><Category Assigned="0">Places<Category Assigned="1">Sea &amp; Shore</Category>\
      <Category Assigned="0">Land</Category></Category><Category Assigned="1">Boats</Category></Categories>
      """
    let own = [
      "-XMP-acdsee:Caption=Two\nlines", "-XMP-acdsee:Keywords=dawn", "-XMP-acdsee:Keywords=fog",
      "-XMP-acdsee:Rating=4", "-XMP-acdsee:Author=Ada", "-XMP-acdsee:Categories=\(categories)",
    ]
    let words = try photo(own).words
    #expect(words.caption == "Two\nlines")
    #expect(words.keywords == ["dawn", "fog", "Boats"])
    #expect(words.keywordPaths == ["Places/Sea & Shore"])
    #expect(words.rating == 4)
    #expect(words.creator == "Ada")
    // The properties that other programs read as well come first.
    let shared = [
      "-XMP-dc:Description=c", "-XMP-dc:Subject=s", "-XMP-xmp:Rating=2", "-XMP-dc:Creator=Bea",
    ]
    let both = try photo(own + shared, named: "both.jpg").words
    #expect(both.caption == "c")
    #expect(both.keywords == ["s"])
    #expect(both.keywordPaths == ["Places/Sea & Shore"])
    #expect(both.rating == 2)
    #expect(both.creator == "Bea")
    let percent = try photo(own + ["-XMP-microsoft:RatingPercent=1"], named: "percent.jpg").words
    #expect(percent.rating == 1)
  }

  @Test(arguments: [
    "", "<Categories>", "<Category Assigned=\"1\">", "</Category>", "x", "<Category Assigned='1'/>",
    "<Category Assigned=\"1\"></Category>", "<Category Assigned=\"1\">a</Category",
  ])
  func brokenCategoriesAreNone(text: String) { #expect(ACDSeeCategories.paths(in: text).isEmpty) }

  @Test func deepCategoriesEnd() {
    let deep = String(repeating: "<Category Assigned=\"1\">a", count: 100_000)
    #expect(ACDSeeCategories.paths(in: deep).isEmpty)
  }

  @Test func theListOfPeopleOfMediaProIsRead() throws {
    let words = try photo(["-XMP-mediapro:People=Ada", "-XMP-mediapro:People=森 健二"]).words
    #expect(words.people == ["Ada", "森 健二"])
  }

  @Test func windowsAndCamerasAreReadLast() throws {
    let added = try photo(
      [
        "-EXIF:XPTitle=Window", "-EXIF:XPKeywords=glass;light;glass", "-EXIF:XPAuthor=Bill",
        "-EXIF:XPComment=Two\nlines", "-EXIF:RatingPercent=75",
      ], named: "windows.jpg"
    ).words
    #expect(added.title == "Window")
    #expect(added.keywords == ["glass", "light"])
    #expect(added.creator == "Bill")
    #expect(added.caption == "Two\nlines")
    #expect(added.rating == 4)
    let both = try photo(
      ["-EXIF:XPTitle=Window", "-XMP-dc:Title=Door", "-EXIF:Rating=2", "-XMP-xmp:Rating=5"],
      named: "both.jpg"
    ).words
    #expect(both.title == "Door")
    #expect(both.rating == 5)
    for text in ["OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "DCIM\\100MEDIA\\DJI_0001.JPG"] {
      #expect(try photo(["-EXIF:ImageDescription=\(text)"], named: "camera.jpg").words.isEmpty)
    }
    let drone = try photo(["-EXIF:XPComment=Type=N, Mode=P, DE=None"], named: "drone.jpg")
    #expect(drone.words.isEmpty)
  }

  @Test(arguments: ["Grüße", "日本の夏", "plain"])
  func commentsInEveryEncodingAreRead(text: String) throws {
    #expect(try photo(["-EXIF:UserComment=\(text)"]).words.caption == text)
    #expect(
      try photo(["-EXIF:UserComment=\(text)", "-api", "ByteOrder=II"], named: "b.jpg").words.caption
        == text)
  }

  /// Without a declared character set a record is read as UTF-8 if it is, else as Windows-1252.
  @Test func recordsWithoutACharacterSetAreReadAsMostProgramsWriteThem() {
    for (bytes, text) in [
      (Array("Zürich".utf8), "Zürich"), ([0x5A, 0xFC, 0x72, 0x69, 0x63, 0x68], "Zürich"),
      ([0x93, 0x61, 0x94], "“a”"), ([0x61, 0x0D, 0x0A, 0x62, 0x0D, 0x63], "a\nb\nc"),
      ([0x61, 0x1B, 0x5B, 0x32, 0x4A], "a\u{FFFD}[2J"),
    ] as [([UInt8], String)] {
      let record = [0x1C, 2, 120, 0, UInt8(bytes.count)] + bytes
      var file = FileWindow()
      file.open(record)
      let read = IPTCRecord(ByteRange(offset: 0, count: record.count), in: &file)
      #expect(read.words.caption == text)
    }
  }

  /// Ten thousand keywords, a megabyte of text and half a character end as bounded text.
  @Test func hostileWordsAreBounded() throws {
    let many = (0..<10_000).map { "<rdf:li>keyword \($0)</rdf:li>" }.joined()
    let long = String(repeating: "é", count: 100_000)
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:subject><rdf:Bag>\(many)</rdf:Bag></dc:subject>
      <dc:description><rdf:Alt><rdf:li>\(long)</rdf:li></rdf:Alt></dc:description>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let words = XMPPacket(Array(packet.utf8)).words.bounded
    #expect(words.keywords.count == PhotoWords.mostNames)
    let caption = try #require(words.caption)
    #expect(caption.utf8.count <= 8_192)
    #expect(caption.allSatisfy { $0 == "é" || $0 == "\u{FFFD}" || $0 == "Ã" || $0 == "©" })
    // A record whose lengths lead out of it.
    for length in [0x7FFF, 0x8004, 0xFFFF] {
      var file = FileWindow()
      file.open([
        0x1C, 2, 25, UInt8(length >> 8), UInt8(length & 255), 0x7F, 0xFF, 0xFF, 0xFF, 0x61,
      ])
      #expect(IPTCRecord(ByteRange(offset: 0, count: 10), in: &file).words.isEmpty)
    }
  }

  /// A sidecar counts before its photo, and the photo before Takeout.
  @Test func sidecarsAndTakeoutAddWords() throws {
    _ = try photo(["-XMP-dc:Subject=lake", "-XMP-dc:Title=In the file"])
    try photos.write(
      Array(
        XMPFixture.packet(
          elements:
            #"<dc:subject xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>"#
        ).utf8), as: "a.xmp")
    let takeout = """
      {"title":"a.jpg","description":"From the cloud","favorited":true,
      "people":[{"name":"Ada"},{"name":"Grace"}],"photoTakenTime":{"timestamp":"1714557600"}}
      """
    try photos.write(Array(takeout.utf8), as: "a.jpg.json")
    var reader = PhotoReader()
    let path = FilePath(photos.folder.file("a.jpg"))
    let names = ["a.jpg", "a.xmp", "a.jpg.json"].map { Array($0.utf8) }
    let companions = CompanionFinder(names).companions(of: names[0])
    let words = reader.facts(at: path, companions: companions).words
    #expect(words.keywords == ["sea"])
    #expect(words.title == "In the file")
    #expect(words.caption == "From the cloud")
    #expect(words.people == ["Ada", "Grace"])
    #expect(words.isFavourite == true)
  }
}
