/// The people among digiKam's tags.
///
/// digiKam keeps the tags of people below a tag that is called “People” in the language of its user, and writes them
/// into `digiKam:TagsList` as `People/Ada Lindqvist`, whether or not the photo has the region of a face.
enum DigiKamPeople {
  /// The names below the tag of people, without the names of groups of people.
  static func names(in tags: [String]) -> [String] {
    let paths = tags.filter { $0.contains("/") }.map { $0.split(separator: "/") }
      .filter { $0.count > 1 && roots.contains(String($0[0])) }
    // `People/Family` beside `People/Family/Ada` is a group.
    let groups = Set(paths.flatMap { path in (1..<path.count).map { path[..<$0] } })
    return paths.filter { !groups.contains($0[...]) }.map { String($0[$0.count - 1]) }
      .filter { !unnamed.contains($0) }
  }

  /// The name of the tag, in the languages of digiKam's users.
  private static let roots: Set = [
    "People", "Personen", "Leute", "Menschen", "Personnes", "Gens", "Personas", "Gente", "Persone",
    "Pessoas", "Persones", "Gent", "Mensen", "Personer", "Människor", "Mennesker", "Folk",
    "Ihmiset", "Henkilöt", "Osoby", "Ludzie", "Lidé", "Ľudia", "Ljudje", "Osebe", "Ljudi", "Osobe",
    "Emberek", "Személyek", "Oameni", "Persoane", "Inimesed", "Žmonės", "Cilvēki", "Kişiler",
    "İnsanlar", "Люди", "Хора", "Људи", "Άτομα", "Άνθρωποι", "人物", "人々", "人們", "人员", "사람",
    "인물",
  ]

  /// The tags of faces whose people are not known.
  private static let unnamed: Set = ["Unknown", "Unconfirmed", "Ignored"]
}
