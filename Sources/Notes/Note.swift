public import Geography
internal import Journeys
public import PhotoFacts
public import PhotoIndex

/// Identifies a photo in the notes: by its content, or else by its path together with its time.
public struct PhotoIdentity: Hashable, Sendable {
  /// The full path of the file.
  public var path: FilePath

  /// The content; nil if the file was never read.
  public var content: FileContent?

  /// The content by which earlier versions knew the file; nil if `content` is that, and in notes.
  public var headContent: FileContent?

  /// When it was taken: the local time if known, because the instant may depend on the position.
  public var taken: Int64?

  /// Its id in the index; nil if the index does not have it yet, and in notes.
  public var id: Int64?

  /// Makes an identity.
  public init(path: FilePath, content: FileContent?, taken: Int64?) {
    self.path = path
    self.content = content
    self.taken = taken
  }

  /// The identity of a file that has been read, and the photo of the index that it was or is.
  public init(path: FilePath, size: Int64?, facts: PhotoFacts, id: Int64?) {
    self.path = path
    self.id = id
    taken = facts.time.map { $0.localMilliseconds ?? $0.timelineMilliseconds }
    let contents = size.flatMap { facts.fingerprint?.contents(size: $0) } ?? []
    (content, headContent) = (contents.first, contents.dropFirst().first)
  }

  /// All contents by which notes may know the file.
  var contents: [FileContent] { [content, headContent].compactMap { $0 } }

  /// The identity of a photo of the index.
  public init(_ photo: PhotoRecord) {
    self.init(path: photo.file, size: photo.size, facts: photo.facts, id: photo.id)
  }
}

extension StoredPlace {
  /// The position in the file itself.
  var ownCoordinate: Coordinate? { isImported ? nil : place.location?.coordinate }
}

/// What an act records about one photo.
public struct Note: Hashable, Sendable {
  /// What people enter.
  public enum Content: Hashable, Sendable {
    case place(NotedPlace)
    case words(NotedWords)
    /// A correction of homes and trips or an entry of the diary, as a text of `Correction` or `DiaryEntry`.
    case journey(String)
    /// The position that is true although it was doubted.
    case accepted(Coordinate)
  }

  /// The kinds of content.
  public enum Kind: Sendable {
    case place, words, journey, diary, accepted
  }

  /// The photo; of no file if the note is about none.
  public var photo: PhotoIdentity

  /// What was entered.
  public var content: Content

  /// Later contents of its file, which was edited after the act; only whole acts have them.
  public var aliases: [FileContent] = []

  /// Makes a note.
  public init(photo: PhotoIdentity, content: Content) {
    (self.photo, self.content) = (photo, content)
  }

  /// Makes a note that corrects homes or trips.
  public init(journey text: String) {
    self.init(
      photo: PhotoIdentity(path: FilePath(""), content: nil, taken: nil), content: .journey(text))
  }

  /// The kind of its content.
  public var kind: Kind {
    switch content {
    case .place: .place
    case .words: .words
    case .accepted: .accepted
    case .journey(let text): text.hasPrefix(DiaryEntry.mark + " ") ? .diary : .journey
    }
  }

  /// The correction of homes and trips or the entry of the diary; nil if it is about a photo.
  public var journey: String? { if case .journey(let text) = content { text } else { nil } }

  /// The accepted position; nil if it is about something else.
  public var accepted: Coordinate? {
    if case .accepted(let place) = content { place } else { nil }
  }

  /// The text of a note without columns of its own; nil if it has some.
  public var text: String? { accepted.map(Self.text) ?? journey }

  /// The place; nil if it is about something else.
  public var place: NotedPlace? { if case .place(let place) = content { place } else { nil } }

  /// The words; nil if it is about something else.
  public var words: NotedWords? { if case .words(let words) = content { words } else { nil } }
}

extension Note {
  /// The word with which the text of an accepted position starts.
  static let acceptance = "accept"

  private static func text(_ place: Coordinate) -> String {
    "\(acceptance) \(place.latitudeE7) \(place.longitudeE7)"
  }
}

extension Note.Content {
  /// The content in a text; one that this version does not know is kept as it is.
  public init(text: String) {
    let words = text.split(separator: " ")
    if words.count == 3, words[0] == Note.acceptance, let north = Int32(words[1]),
      let east = Int32(words[2]), let place = Coordinate(latitudeE7: north, longitudeE7: east)
    {
      self = .accepted(place)
    } else {
      self = .journey(text)
    }
  }
}

/// A position that a person has given to a photo.
public struct NotedPlace: Hashable, Sendable {
  /// The position; nil if the act removes it.
  public var location: Location?

  /// The seconds between the two fixes of a planned position; for a single fix, the seconds to it.
  public var gap: Double?

  /// The place without notes at the time of the act; undoing restores it.
  public var base: StoredPlace

  /// Makes one.
  public init(location: Location?, gap: Double? = nil, base: StoredPlace) {
    self.location = location
    self.gap = gap
    self.base = base
  }

  /// The place to show for the photo.
  public var place: Place {
    location.map(Place.located) ?? .unlocated(.noGPS, detail: "its position was removed by hand")
  }

  /// Merges a note with its file: the newer statement wins.
  ///
  /// Clocks are not compared. If the file's position differs from the one when the note was made, the file
  /// was changed later, so its position wins. If the file has no position, the note wins. If both are equal,
  /// as after writing a sidecar from the note, there is no conflict.
  public func shown(over base: StoredPlace) -> StoredPlace {
    guard let own = base.ownCoordinate, own != self.base.ownCoordinate,
      own != location?.coordinate
    else {
      return StoredPlace(place)
    }
    return base
  }
}

/// One act of a person: notes about photos, or the undoing of earlier ones.
public struct Act: Hashable, Sendable {
  /// Its number in this notes file.
  public var number: Int64

  /// Its identifier on all machines.
  public var uuid: String

  /// Its time, in milliseconds since 1970.
  public var time: Int64

  /// The person who made it.
  public var author: String

  /// The kind of its notes, or of those that it undoes.
  public var kind: Note.Kind

  /// How many photos it is about.
  public var photos: Int

  /// How many of its notes are undone.
  public var undone: Int

  /// How many notes of earlier acts it undoes.
  public var undoes: Int
}

/// An act with everything it records, independent of the file that contains it.
public struct WholeAct: Hashable, Sendable {
  /// Its identifier on all machines.
  public var uuid: String

  /// Its time, in milliseconds since 1970.
  public var time: Int64

  /// The person who made it.
  public var author: String

  /// What it records about its photos.
  public var notes: [Note]

  /// The notes of earlier acts that it undoes.
  public var undoes: [Undone]

  /// A note that is undone: the identifier of its act, and its position in that act.
  public struct Undone: Hashable, Sendable {
    /// The identifier of the act.
    public var act: String

    /// Its position among the notes of the act, from 0.
    public var photo: Int

    /// Makes a reference to a note.
    public init(act: String, photo: Int) {
      self.act = act
      self.photo = photo
    }
  }

  /// Makes an act.
  public init(
    uuid: String, time: Int64, author: String, notes: [Note] = [], undoes: [Undone] = []
  ) {
    self.uuid = uuid
    self.time = time
    self.author = author
    self.notes = notes
    self.undoes = undoes
  }
}
