internal import PhotoFacts
internal import XML

/// The categories of ACDSee, a document of their own in one value of XMP.
enum ACDSeeCategories {
  private struct Category {
    var name: [UInt8] = []
    var isAssigned = false
  }

  /// The limit of nesting.
  private static let mostDepth = 64

  /// The paths of the categories that the photo has, such as `Places/Sea` of
  /// `<Categories><Category Assigned="0">Places<Category Assigned="1">Sea</Category></Category></Categories>`.
  static func paths(in text: String) -> [String] {
    var scanner = XMLScanner(Array(text.utf8))
    var open: [Category] = []
    var found: [String] = []
    while found.count < PhotoWords.mostNames, let event = scanner.next() {
      switch event {
      case .start(_, isEmpty: true): break
      case .start:
        guard open.count < mostDepth else { return found }
        let isAssigned = scanner.attributes.contains {
          scanner.bytes[$0.name].elementsEqual("Assigned".utf8)
            && scanner.bytes[$0.value].elementsEqual("1".utf8)
        }
        open.append(Category(isAssigned: isAssigned))
      case .text(let range):
        guard !open.isEmpty else { break }
        open[open.count - 1].name += scanner.decoded(range)
      case .verbatim: break
      case .end:
        if open.last?.isAssigned == true {
          found.append(open.map { oneLine($0.name) }.filter { !$0.isEmpty }.joined(separator: "/"))
        }
        _ = open.popLast()
      }
    }
    return found.filter { !$0.isEmpty }
  }
}
