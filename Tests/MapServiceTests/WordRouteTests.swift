import Testing

/// Filters by words, and their counts, over the sample photos.
@Suite struct WordRouteTests {
  private func count(_ query: String) throws -> Int {
    let answer = try Service.shared().json("/collections/photos/items?limit=1&" + query)
    return try #require(answer["numberMatched"] as? Int, "\(query)")
  }

  @Test func filtersAndFacetsAgree() throws {
    let facets = try Service.shared().json("/collections/photos/facets")
    for (list, filter) in [("keywords", "keyword"), ("people", "person")] {
      let parts = try #require(facets[list] as? [[String: Any]])
      #expect(parts.count > 3)
      for part in parts {
        let name = try #require(part["name"] as? String)
        let encoded = name.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(try count("\(filter)=\(encoded)") == part["count"] as? Int, "\(name)")
      }
    }
    let ratings = try #require(facets["ratings"] as? [[String: Int]])
    #expect(ratings.map { $0["value"] } == [5, 4, 3, 2, 1, -1])
    for rating in ratings {
      #expect(try count("rating=\(rating["value"] ?? 9)") == rating["count"])
    }
    #expect(facets["favourites"] as? Int == 0)
    #expect(try count("favourite=true") == 0)
    #expect(try count("favourite=false") == count("offset=0"))
  }

  @Test(arguments: ["keywords", "people"])
  func listsOfNamesAgreeWithFacets(list: String) throws {
    func names(_ query: String = "") throws -> [String: Int] {
      let answer = try Service.shared().json("/\(list)?\(query)")
      let names = try #require(answer[list] as? [[String: Any]])
      return Dictionary(
        uniqueKeysWithValues: names.compactMap { one in
          (one["name"] as? String).flatMap { name in (one["count"] as? Int).map { (name, $0) } }
        })
    }
    func facets(_ query: String = "") throws -> [String: Int] {
      let answer = try Service.shared().json("/collections/photos/facets?\(query)")
      let parts = try #require(answer[list] as? [[String: Any]])
      return Dictionary(
        uniqueKeysWithValues: parts.compactMap { one in
          (one["name"] as? String).flatMap { name in (one["count"] as? Int).map { (name, $0) } }
        })
    }
    #expect(try names() == facets())
    #expect(try names("country=NO") == facets("country=NO"))
    #expect(try names("text=norway") == facets("q=norway"))
    let first = try #require(try names().keys.sorted().first)
    let found = try names("q=\(first.prefix(2))")
    #expect(found[first] != nil)
    #expect(try found.count < names().count)
    #expect(try names("limit=1").count == 1)
    #expect(try Service.shared().json("/\(list)?limit=1")["numberMatched"] as? Int == names().count)
    for query in ["q=", "q=%20", "limit=0", "limit=x", "name=a"] {
      #expect(try Service.shared().get("/\(list)?\(query)").status == 400, "\(query)")
    }
  }

  @Test func theTreeOfKeywordsHasHierarchiesByTheirPaths() throws {
    func tree(_ query: String = "") throws -> [[String: Any]] {
      let answer = try Service.shared().json("/keywords?paths=true" + query)
      return try #require(answer["keywords"] as? [[String: Any]])
    }
    let all = try tree()
    let nature = try #require(all.first { $0["name"] as? String == "Nature" })
    #expect(nature["above"] == nil)
    let animals = try #require(all.first { $0["name"] as? String == "Nature/Animals" })
    #expect(animals["above"] as? String == "Nature")
    #expect(animals["count"] as? Int == 2)
    for branch in all {
      let name = try #require(branch["name"] as? String)
      let encoded = name.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(try count("keyword=\(encoded)") == branch["count"] as? Int, "\(name)")
    }
    // What lies below a name is not found by it.
    #expect(try tree("&q=nature").map { $0["name"] as? String } == ["Nature"])
    #expect(try tree("&q=nature%20anim").map { $0["name"] as? String } == ["Nature/Animals"])
    #expect(try Service.shared().get("/keywords?paths=yes").status == 400)
    #expect(try Service.shared().get("/people?paths=true").status == 400)
  }

  @Test func aSearchFindsWordsWhereverTheyStand() throws {
    // The person, and the place or the folder.
    #expect(try count("q=ada%20norway") == 1)
    #expect(try count("q=norwegen%20ada") == 1)
    #expect(try count("q=ada%20-norway") == count("q=ada") - 1)
    // The keyword in Thai stands within no other word; the camera and the year.
    #expect(try count("q=%E0%B9%82%E0%B8%84%E0%B8%A1") == 3)
    #expect(try count("q=aster%202018") == count("camera=aster&datetime-local=2018"))
    #expect(try count("keyword=Nature/Animals") == 2)
  }

  @Test func placesTakeTheSearchByAnotherName() throws {
    let all = try #require(
      try Service.shared().json("/places?text=ada")["places"] as? [[String: Any]])
    let found = all.compactMap { $0["count"] as? Int }.reduce(0, +)
    #expect(found > 1)
    #expect(try found <= count("q=ada"))
    let named = try #require(
      try Service.shared().json("/places?q=norway")["places"] as? [[String: Any]])
    #expect(named.first?["id"] as? String == "NO")
    #expect(named.first?["count"] as? Int == 2)
  }
}
