import Foundation
import Geography
import PhotoFacts
import TestSupport
import Testing

@testable import PhotoMetadata

/// Words, alone and with a position.
extension XMPEditorTests {
  private static func statement(
    _ words: PhotoWords, over others: PhotoWords = PhotoWords()
  ) -> XMPEditor.Statement {
    var statement = XMPEditor.Statement()
    (statement.words, statement.others) = (words, others)
    statement.properties = PhotoProperty.ofWords.filter { $0 != .favourite }
    return statement
  }

  /// Words in which each text contains this one.
  private static func words(_ text: String) -> PhotoWords {
    var words = PhotoWords()
    words.title = "T " + text
    words.caption = "C " + text + "\nsecond line, " + text
    words.keywords = ["K " + text, "Baltic", "plain"]
    words.keywordPaths = ["Places/Sea/Baltic"]
    words.people = ["P " + text, "Ada"]
    words.rating = -1
    words.label = "L " + text
    words.creator = "A " + text + "; Grace"
    words.copyright = "© " + text
    return words
  }

  private static let texts = [
    "plain", "Žluťoučký kůň à Zürich", "富士山の初雪", "بحر البلطيق", "🏔️👩‍👩‍👧 fun",
    #"<a href="x">R&D 'q' &amp; ]]> </a>"#,
  ]

  private static let names = #"""
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    """#

  /// Documents with what must be left of each.
  private static let documentsWithWords: [(document: String, left: [String])] = [
    ("", []),
    (wrap(""), []),
    (#"<x:xmpmeta xmlns:x="adobe:ns:meta/"/>"#, []),
    (
      #"<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>"#,
      ["</r:RDF>"]
    ),
    (
      wrap(
        #"<rdf:Description rdf:about="uuid:1" \#(names) dc:format='a>b' xmp:Rating="3" xmp:Label='Red'/>"#
      ),
      ["uuid:1", "dc:format='a>b'"]
    ),
    (
      wrap(
        """
        <rdf:Description rdf:about='' \(names)><!-- dc:title -->
         <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li><rdf:li xml:lang="de">Alt</rdf:li></rdf:Alt></dc:title>
         <dc:subject><rdf:Bag><rdf:li>Old</rdf:li></rdf:Bag></dc:subject><dc:format>image/jpeg</dc:format>
         <xmp:Rating>3</xmp:Rating></rdf:Description>
        <rdf:Description rdf:about='' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Make="A &amp; B">
         <dc:description><rdf:Alt><rdf:li xml:lang='x-default'>Old</rdf:li></rdf:Alt></dc:description>
        </rdf:Description>
        """),
      [
        "<!-- dc:title -->", #"<rdf:li xml:lang="de">Alt</rdf:li>"#,
        "<dc:format>image/jpeg</dc:format>", "A &amp; B",
      ]
    ),
    (
      wrap(
        #"<r:Description r:about="" xmlns:D="http://purl.org/dc/elements/1.1/" xmlns:X="http://ns.adobe.com/xap/1.0/"><D:title><r:Alt><r:li xml:lang="x-default">Old</r:li></r:Alt></D:title><X:Rating>1</X:Rating><D:source>é</D:source></r:Description>"#,
        rdf: "r"), ["<D:source>é</D:source>", "<D:title>"]
    ),
    (
      wrap("<rdf:Description rdf:about='' \(names)>\n<dc:source>s</dc:source>\n</rdf:Description>")
        .replacingOccurrences(of: "\n", with: "\r\n") + String(repeating: " ", count: 2_000),
      ["<dc:source>s</dc:source>\r\n", String(repeating: " ", count: 2_000)]
    ),
    (
      wrap(
        """
        <rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"><mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
        <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Ada</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type></rdf:li>
        </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description>
        """), ["<mwg-rs:Name>Ada</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>"]
    ),
  ]

  @Test(arguments: documentsWithWords.indices) func wordsAreReplacedAndAllElseStays(index: Int)
    throws
  {
    let (document, left) = Self.documentsWithWords[index]
    for text in Self.texts {
      let words = Self.words(text)
      let edited = try #require(
        try XMPEditor.document(Array(document.utf8), stating: Self.statement(words)))
      let found = XMPEditor.words(in: edited, over: PhotoWords())
      for property in PhotoProperty.ofWords {
        #expect(found.agrees(with: words, in: property), "\(property.name) of \(text)")
      }
      let result = String(decoding: edited, as: UTF8.self)
      for part in left { #expect(result.contains(part), "\(part) is missing in \(result)") }
      #expect(!result.contains(">Old<"))
      #expect(
        try XMPEditor.document(edited, stating: Self.statement(words)) == edited,
        "a second time changes nothing")
      // Without the words, only the declarations of their prefixes are new.
      let back = try XMPEditor.document(edited, stating: Self.statement(PhotoWords()))
      #expect(XMPEditor.words(in: back, over: PhotoWords()).title == nil)
      if left.isEmpty, index == 0 { #expect(back == nil) }
    }
  }

  /// exiftool and exiv2 read what was written.
  @Test func otherProgramsReadTheSameWords() throws {
    let folder = try TemporaryDirectory()
    for (number, one) in Self.documentsWithWords.enumerated() {
      for (which, text) in Self.texts.enumerated() {
        let edited = try #require(
          try XMPEditor.document(
            Array(one.document.utf8), stating: Self.statement(Self.words(text))))
        try Data(edited).write(to: URL(fileURLWithPath: folder.file("\(number)-\(which).xmp")))
      }
    }
    let read = try Program.run("exiftool", ["-j", "-XMP:all", "-Warning", folder.path])
    let files = try #require(
      try JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [[String: Any]])
    #expect(files.count == Self.documentsWithWords.count * Self.texts.count)
    for file in files {
      let path = try #require(file["SourceFile"] as? String)
      let document = try String(contentsOfFile: path, encoding: .utf8)
      // exiftool does not recognise a file that begins with another prefix, exiv2 wants the usual one anywhere.
      if document.hasPrefix("<r:RDF") { continue }
      let which = try #require(path.dropLast(4).last.flatMap { Int(String($0)) })
      let words = Self.words(Self.texts[which])
      #expect(file["Warning"] == nil, "\(path)")
      #expect(file["Title"] as? String == words.title, "\(path)")
      #expect(file["Description"] as? String == words.caption, "\(path)")
      #expect(file["Subject"] as? [String] == words.keywords, "\(path)")
      #expect(
        file["HierarchicalSubject"] as? [String] == ["Places|Sea|Baltic"]
          + words.flatNames(without: "|/"),
        "\(path)")
      #expect(
        file["TagsList"] as? [String] == ["Places/Sea/Baltic"] + words.flatNames(without: "|/"),
        "\(path)")
      #expect(file["PersonInImage"] as? [String] == words.people, "\(path)")
      #expect(file["Rating"] as? Int == -1, "\(path)")
      #expect(file["Label"] as? String == words.label, "\(path)")
      #expect((file["Creator"] as? [String])?.joined(separator: "; ") == words.creator, "\(path)")
      #expect(file["Rights"] as? String == words.copyright, "\(path)")
      guard document.contains("<rdf:RDF") else { continue }
      let other = try Program.run("exiv2", ["-PXkv", path])
      #expect(other.code == 0, "\(path): \(other.messages)")
      for text in [
        words.title, words.caption, words.keywords[0], words.people[0], words.label,
        words.copyright,
        "Places|Sea|Baltic",
      ] {
        #expect(other.output.contains(text ?? ""), "\(path): \(text ?? "") in \(other.output)")
      }
    }
  }

  @Test func onlyWhatDiffersIsWritten() throws {
    let document = Array(Self.documentsWithWords[5].document.utf8)
    var words = XMPEditor.words(in: document, over: PhotoWords())
    #expect(try XMPEditor.document(document, stating: Self.statement(words)) == document)
    words.label = "Blue"
    let edited = try #require(try XMPEditor.document(document, stating: Self.statement(words)))
    let text = String(decoding: edited, as: UTF8.self)
    let added = " xmp:Label=\"Blue\""
    #expect(text.contains(added))
    let (before, after) = (String(decoding: document, as: UTF8.self), text)
    #expect(after.replacingOccurrences(of: "\n  " + added, with: "") == before)
  }

  @Test func hierarchiesOfOtherProgramsFollow() throws {
    let document = Array(
      Self.wrap(
        """
        <rdf:Description rdf:about="" \(Self.names) xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/" MicrosoftPhoto:Rating="50">
        <dc:subject><rdf:Bag><rdf:li>Sea</rdf:li><rdf:li>AC/DC</rdf:li><rdf:li>Oak</rdf:li></rdf:Bag></dc:subject>
        <lr:hierarchicalSubject><rdf:Bag><rdf:li>Places|Sea</rdf:li><rdf:li>Music|AC/DC</rdf:li><rdf:li>Hidden</rdf:li><rdf:li>Oak</rdf:li></rdf:Bag></lr:hierarchicalSubject>
        <MicrosoftPhoto:LastKeywordXMP><rdf:Bag><rdf:li>Places/Sea</rdf:li></rdf:Bag></MicrosoftPhoto:LastKeywordXMP>
        </rdf:Description>
        """
      ).utf8)
    var words = XMPEditor.words(in: document, over: PhotoWords())
    #expect(words.keywordPaths == ["Places/Sea", "Music/AC/DC"])
    words.keywords = ["AC/DC", "Ocean", "New"]
    words.keywordPaths = ["Music/AC/DC", "Places/Ocean"]
    words.rating = 5
    let edited = try #require(try XMPEditor.document(document, stating: Self.statement(words)))
    let packet = XMPPacket(edited)
    #expect(packet.list(.hierarchicalSubject) == ["Music|AC/DC", "Hidden", "Places|Ocean", "New"])
    #expect(packet.list(.tagsList) == ["Music/AC/DC", "Places/Ocean", "New"])
    #expect(packet.list(.lastKeyword) == ["Music/AC/DC", "Places/Ocean", "New"])
    #expect(packet[.ratingPercent] == "99")
    let found = XMPEditor.words(in: edited, over: PhotoWords())
    #expect(found.agrees(with: words, in: .keywordPaths))
  }

  @Test func aKeywordBelowPeopleDoesNotBecomeAPersonByTheListOfDigiKam() throws {
    var words = PhotoWords()
    words.keywords = ["Ada", "Bea"]
    words.keywordPaths = ["People/Ada", "People/Bea", "Places/Sea"]
    words.people = ["Bea"]
    let edited = try #require(try XMPEditor.document(nil, stating: Self.statement(words)))
    let packet = XMPPacket(edited)
    #expect(packet.list(.tagsList) == ["People/Bea", "Places/Sea"])
    #expect(packet.list(.hierarchicalSubject) == ["People|Ada", "People|Bea", "Places|Sea"])
    let found = XMPEditor.words(in: edited, over: PhotoWords())
    #expect(found.people == ["Bea"])
    #expect(found.agrees(with: words, in: .keywordPaths))
    #expect(try XMPEditor.document(edited, stating: Self.statement(words)) == edited)
  }

  @Test func thePropertiesOfACDSeeFollow() throws {
    let document = Array(
      Self.wrap(
        """
        <rdf:Description rdf:about="" \(Self.names) xmlns:acdsee="http://ns.acdsee.com/iptc/1.0/" acdsee:rating="3" acdsee:caption="old" acdsee:author="Ada">
        <acdsee:keywords><rdf:Bag><rdf:li>fog</rdf:li></rdf:Bag></acdsee:keywords>
        <acdsee:categories>&lt;Categories&gt;&lt;Category Assigned="0"&gt;Places&lt;Category Assigned="1"&gt;Sea&lt;/Category&gt;&lt;/Category&gt;&lt;/Categories&gt;</acdsee:categories>
        </rdf:Description>
        """
      ).utf8)
    var words = XMPEditor.words(in: document, over: PhotoWords())
    #expect(words.keywordPaths == ["Places/Sea"])
    words.caption = nil
    (words.rating, words.keywords, words.keywordPaths) = (5, ["dawn"], [])
    let edited = try #require(try XMPEditor.document(document, stating: Self.statement(words)))
    let packet = XMPPacket(edited)
    #expect(packet[.acdseeCaption] == nil)
    #expect(packet[.acdseeCategories] == nil)
    #expect(packet[.acdseeRating] == "5")
    #expect(packet.list(.acdseeKeywords) == ["dawn"])
    #expect(packet[.acdseeAuthor] == "Ada")
    #expect(XMPEditor.words(in: edited, over: PhotoWords()) == words)
  }

  @Test func whatThePhotoItselfSaysStays() throws {
    var photo = PhotoWords()
    (photo.title, photo.keywords) = ("Own", ["A"])
    #expect(
      try XMPEditor.document(nil, stating: Self.statement(PhotoWords(), over: photo)) == nil,
      "it cannot be removed")
    var words = photo
    (words.title, words.keywords) = ("New", ["A", "B"])
    let edited = try #require(
      try XMPEditor.document(nil, stating: Self.statement(words, over: photo)))
    #expect(XMPEditor.words(in: edited, over: photo) == words)
    #expect(try XMPEditor.document(edited, stating: Self.statement(photo, over: photo)) == nil)
  }

  @Test func aTextThatXMPDoesNotKeepIsNotWritten() throws {
    var words = PhotoWords()
    (words.title, words.caption) = (" x", "a\u{FFFF}")
    #expect(try XMPEditor.document(nil, stating: Self.statement(words)) == nil)
    words.caption = String(repeating: "&", count: 8_000)
    let edited = try #require(try XMPEditor.document(nil, stating: Self.statement(words)))
    #expect(XMPEditor.words(in: edited, over: PhotoWords()).caption == words.caption)
  }

  @Test func aPositionAndWordsAreOneEdit() throws {
    var statement = Self.statement(Self.words("x"))
    statement.place = .located(try Self.location(5, 6))
    let edited = try #require(
      try XMPEditor.document(Array(Self.documents[2].0.utf8), stating: statement))
    #expect(XMPEditor.words(in: edited, over: PhotoWords()).title == "T x")
    #expect(Self.place(in: edited)?.coordinate.latitudeE7 == 5)
    #expect(try XMPEditor.document(edited, stating: statement) == edited)
  }

  @Test func truncatedDocumentsAreRefused() throws {
    let document = Array(Self.documentsWithWords[5].document.utf8)
    let end = try #require(String(decoding: document, as: UTF8.self).range(of: "</x:xmpmeta>"))
    let length = String(decoding: document, as: UTF8.self)[..<end.lowerBound].utf8.count
    let start = document.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? 0
    for count in (start + 2)..<length {
      #expect(throws: XMPEditor.Refusal.self, "\(count)") {
        try XMPEditor.document(
          Array(document.prefix(count)), stating: Self.statement(Self.words("x")))
      }
    }
  }
}

extension PhotoWords {
  /// The keywords that are in no hierarchy and have none of these characters.
  fileprivate func flatNames(without characters: String) -> [String] {
    keywords.filter { $0 != "Baltic" && !$0.contains(where: characters.contains) }
  }
}
