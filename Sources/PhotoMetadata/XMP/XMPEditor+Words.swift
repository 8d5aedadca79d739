public import PhotoFacts
internal import XML

extension XMPEditor.Statement {
  /// The properties with words that change.
  ///
  /// A document of geoindex does not repeat what the photo itself says; that of another program keeps each property.
  func changesOfWords(in packet: XMPPacket, isOurs: Bool) -> [XMPEditor.Change] {
    let said = XMPEditor.words(in: packet, over: others)
    let differing = properties.filter { !said.agrees(with: words, in: $0) }
    let haveKeywords = differing.contains(where: Self.ofKeywords.contains)
    var wanted = words
    for property in haveKeywords ? differing + Self.ofKeywords : differing {
      let together = Self.ofKeywords.contains(property) ? Self.ofKeywords : [property]
      guard isOurs, together.allSatisfy({ others.agrees(with: words, in: $0) }) else { continue }
      wanted[property] = nil
    }
    var changes: [XMPEditor.Change] = []
    for property in differing {
      switch property {
      case .title: changes += Self.text(.title, wanted.title)
      case .caption:
        changes += Self.text(.caption, wanted.caption)
        changes += Self.text(.acdseeCaption, wanted.caption).following(packet)
      case .people:
        changes += Self.list(.personInImage, wanted.people)
        if !packet.list(.mediaProPeople).isEmpty {
          changes += Self.list(.mediaProPeople, wanted.people)
        }
      case .rating:
        changes += Self.stars(wanted.rating, in: packet)
        changes += Self.text(.acdseeRating, wanted.rating.map(String.init)).following(packet)
      case .label: changes += Self.text(.label, wanted.label)
      case .creator:
        changes += Self.creators(wanted.creator)
        changes += Self.text(.acdseeAuthor, wanted.creator).following(packet)
      case .copyright: changes += Self.text(.rights, wanted.copyright)
      case .keywords:
        changes += Self.list(.subject, wanted.keywords)
        changes += Self.list(.acdseeKeywords, wanted.keywords).following(packet)
      default: break
      }
    }
    guard haveKeywords else { return changes }
    // Their document is not edited: it is removed if the photo has lost one of them.
    let isOutdated = packet.categories.contains {
      !(wanted.keywordPaths + wanted.keywords).contains($0)
    }
    if isOutdated { changes.append(XMPEditor.Change(property: .acdseeCategories, values: [])) }
    return changes + hierarchies(wanted, in: packet, saying: said)
  }

  /// The properties that are written together.
  private static let ofKeywords: [PhotoProperty] = [.keywords, .keywordPaths]

  private static func text(_ property: XMPProperty, _ text: String?) -> [XMPEditor.Change] {
    guard let text else { return [XMPEditor.Change(property: property, values: [])] }
    return keeps(property, text) ? [XMPEditor.Change(property: property, values: [text])] : []
  }

  private static func list(_ property: XMPProperty, _ names: [String]) -> [XMPEditor.Change] {
    [XMPEditor.Change(property: property, values: names.filter { keeps(property, $0) })]
  }

  /// Whether a text is read as it is written.
  fileprivate static func keeps(_ property: XMPProperty, _ text: String) -> Bool {
    let read = property.isLong ? paragraphs(text.utf8) : oneLine(text.utf8)
    return read == text && text.utf8.count <= XMLScanner.longestText
      && !text.unicodeScalars.contains { $0.value == 0xFFFE || $0.value == 0xFFFF }
  }

  /// Names with semicolons between them are several creators.
  private static func creators(_ text: String?) -> [XMPEditor.Change] {
    let names = text?.split(separator: "; ").map(String.init) ?? []
    let isList = names.joined(separator: "; ") == text && Set(names).count == names.count
    return list(.creator, isList ? names : [text].compactMap { $0 })
  }

  private static func stars(_ rating: Int?, in packet: XMPPacket) -> [XMPEditor.Change] {
    let percent = packet[.ratingPercent] == nil ? nil : rating.flatMap { percents[$0] }
    return [
      XMPEditor.Change(property: .rating, values: rating.map { [String($0)] } ?? []),
      XMPEditor.Change(property: .ratingPercent, values: percent.map { [$0] } ?? []),
    ]
  }

  /// Windows's per cent by stars.
  private static let percents = [0: "0", 1: "1", 2: "25", 3: "50", 4: "75", 5: "99"]

  /// The lists of hierarchies, with what separates their names.
  private static let lists: [(property: XMPProperty, separator: String)] = [
    (.hierarchicalSubject, "|"), (.tagsList, "/"), (.catalogSets, "|"), (.lastKeyword, "/"),
  ]

  /// The lists of hierarchies: those that the document has, and Lightroom's and digiKam's if the photo has any.
  ///
  /// Programs that read one of these lists expect flat keywords in it too.
  private func hierarchies(
    _ wanted: PhotoWords, in packet: XMPPacket, saying said: PhotoWords
  ) -> [XMPEditor.Change] {
    let isFirst = Self.lists.allSatisfy { packet.list($0.property).isEmpty }
    let isLonger = wanted.keywordPaths.contains { !said.keywordPaths.contains($0) }
    return Self.lists.compactMap { property, separator in
      let known = packet.list(property)
      let isExpected = property == .hierarchicalSubject || property == .tagsList
      let isNew = isExpected && (isFirst ? !wanted.keywordPaths.isEmpty : isLonger)
      guard !known.isEmpty || isNew else { return nil }
      func path(_ item: String) -> String {
        separator == "/" ? item : item.split(separator: separator).joined(separator: "/")
      }
      let kept = known.filter { item in
        let path = path(item)
        if path.contains("/") { return wanted.keywordPaths.contains(path) }
        return wanted.keywords.contains(path) || !said.keywords.contains(path)
      }
      // Without its last hierarchy, the flat keywords beside it say the same.
      if wanted.keywordPaths.isEmpty, !said.keywordPaths.isEmpty,
        kept.allSatisfy(wanted.keywords.contains)
      {
        return XMPEditor.Change(property: property, values: [])
      }
      // A list of another program may leave out flat keywords, such as the upper names of hierarchies.
      let flat = wanted.flatKeywords.filter { known.isEmpty || !said.flatKeywords.contains($0) }
      let new = (wanted.keywordPaths + flat).filter { !kept.map(path).contains($0) }
      // A name that has the separator cannot be in the list.
      let items = new.compactMap { name -> String? in
        // In digiKam's list, a name below the tag of people is that of a person.
        if property == .tagsList,
          DigiKamPeople.names(in: [name]).contains(where: { !words.people.contains($0) })
        {
          return nil
        }
        let item = name.replacing("/", with: separator)
        return path(item) == name && Self.keeps(property, item) ? item : nil
      }
      return XMPEditor.Change(property: property, values: kept + items)
    }
  }
}

extension XMPEditor {
  /// The texts of a property that a sidecar cannot have, because they would be read back differently.
  public static func lostTexts(of property: PhotoProperty, in words: PhotoWords) -> [String] {
    let (target, texts): (XMPProperty, [String]) =
      switch property {
      case .title: (.title, [words.title].compactMap { $0 })
      case .caption: (.caption, [words.caption].compactMap { $0 })
      case .label: (.label, [words.label].compactMap { $0 })
      case .creator: (.creator, [words.creator].compactMap { $0 })
      case .copyright: (.rights, [words.copyright].compactMap { $0 })
      case .people: (.personInImage, words.people)
      case .keywords: (.subject, words.keywords)
      case .keywordPaths: (.tagsList, words.keywordPaths)
      default: (.subject, [])
      }
    return texts.filter { !Statement.keeps(target, $0) }
  }
}

extension [XMPEditor.Change] {
  /// The changes of properties that the document has.
  fileprivate func following(_ packet: XMPPacket) -> Self {
    filter { packet[$0.property] != nil || !packet.list($0.property).isEmpty }
  }
}

extension PhotoWords {
  /// The keywords that are in no hierarchy.
  fileprivate var flatKeywords: [String] {
    let names = Set(keywordPaths.flatMap { $0.split(separator: "/").map(String.init) })
    return keywords.filter { !names.contains($0) && !$0.contains("/") && !$0.contains("|") }
  }
}
