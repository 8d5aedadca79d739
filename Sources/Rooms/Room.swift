/// People who look at the map together: members, their latest messages, and where their maps are.
///
/// It lives in memory only. It has no sockets and no clock: the caller gives the time, delivers `news`, and calls
/// `expire` from time to time.
public struct Room: Sendable {
  /// The id, which cannot be guessed: 128 random bits.
  public let id: String

  /// The name; nil if it has none.
  public let name: String?

  /// Who has opened it.
  public let creator: RoomPerson

  /// When it was opened.
  public let opened: RoomMoment

  /// Where the map of the creator was.
  public let start: RoomView?

  /// The members, in the order in which they joined.
  public private(set) var members: [RoomMember] = []

  /// The number of the member who leads; nil if none does.
  public private(set) var leader: Int?

  /// Whether it is closed; nothing happens in it any more.
  public private(set) var isClosed = false

  /// The number of the latest event.
  public private(set) var last = 0

  private let limits: RoomLimits
  private var log: RoomLog
  private var joins: RateCount
  private var nextMember = 1
  private var emptySince: RoomMoment

  /// Opens a room; throws if the name is not valid.
  public init(
    _ creator: RoomPerson, name: String? = nil, start: RoomView? = nil,
    limits: RoomLimits = RoomLimits(), now: RoomMoment
  ) throws(RoomError) {
    self.name =
      if let name { try RoomText.checked(name, "name", bytes: limits.nameBytes) } else { nil }
    id = RoomKey.randomText()
    (self.creator, self.start, self.limits) = (creator, start, limits)
    (opened, emptySince) = (now, now)
    log = RoomLog(limits)
    joins = RateCount(limits.joins, now: now)
  }

  /// Whether a text may be the id of a room.
  public static func isID(_ text: String) -> Bool {
    text.utf8.count == 22 && text.utf8.allSatisfy(RoomKey.isPart)
  }

  /// Whether a person has opened it.
  public func isCreator(_ person: RoomPerson) -> Bool {
    !person.isGuest && person.identity == creator.identity
  }

  // MARK: - Members

  /// A client that has joined.
  public struct Joined: Sendable {
    /// The number of its member.
    public var member: Int

    /// The key of the member.
    public var key: RoomKey
  }

  /// Adds a client: to the member with its key, or as a new member.
  ///
  /// A member of a full room who is disconnected makes place.
  public mutating func join(
    _ person: RoomPerson, name: String?, key: RoomKey?, now: RoomMoment
  ) throws(RoomError) -> Joined {
    guard !isClosed else { throw .noRoom }
    if let key, let position = members.firstIndex(where: { $0.key.equals(key) }) {
      guard members[position].identity == person.identity else { throw .keyOfOther }
      members[position].clients += 1
      members[position].awaySince = nil
      return Joined(member: members[position].card.number, key: key)
    }
    let wished = try checkedName(name, person)
    guard members.count < limits.members || longestAway != nil else { throw .full }
    try joins.record(now: now)
    if members.count >= limits.members, let longest = longestAway { remove(at: longest, now) }
    let card = RoomCard(
      number: nextMember, name: freeName(wished, person), colour: RoomColours.next(members),
      isGuest: person.isGuest, isCreator: isCreator(person))
    nextMember += 1
    let key = key ?? RoomKey()
    members.append(
      RoomMember(
        card: card, identity: person.identity, key: key,
        movements: RateCount(limits.movements, now: now), lines: RateCount(limits.lines, now: now)))
    add(.joined, card, now)
    return Joined(member: card.number, key: key)
  }

  private func checkedName(_ name: String?, _ person: RoomPerson) throws(RoomError) -> String {
    if let known = person.name { return known }
    guard let name else { return person.isGuest ? "Guest" : "Owner" }
    return try RoomText.checked(name, "name", bytes: limits.nameBytes)
  }

  /// A name that no member has: the wished one, or the same with a number.
  ///
  /// A guest who takes the name of a user does not take it from the user.
  private func freeName(_ wished: String, _ person: RoomPerson) -> String {
    let rivals = members.filter { person.isGuest || !$0.card.isGuest }
    let taken = Set(rivals.map { Self.compared($0.card.name) })
    guard taken.contains(Self.compared(wished)) else { return wished }
    let numbers = 2...(members.count + 2)
    return numbers.lazy.map { "\(wished) (\($0))" }.first { !taken.contains(Self.compared($0)) }
      ?? wished
  }

  /// Names that differ only by case, blanks or invisible characters are the same.
  private static func compared(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter { scalar in
          !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
        }))
  }

  private var longestAway: Int? {
    members.indices.filter { members[$0].isAway }.min { one, other in
      guard let one = members[one].awaySince, let other = members[other].awaySince else {
        return false
      }
      return one.instant < other.instant
    }
  }

  /// Records that a client of a member is no longer connected.
  public mutating func disconnected(_ number: Int, now: RoomMoment) {
    guard let position = members.firstIndex(where: { $0.card.number == number }) else { return }
    members[position].clients -= 1
    if members[position].clients <= 0 {
      (members[position].clients, members[position].awaySince) = (0, now)
    }
  }

  /// Removes a member who leaves.
  public mutating func leave(_ number: Int, key: RoomKey, now: RoomMoment) throws(RoomError) {
    remove(at: try position(number, key), now)
  }

  private mutating func remove(at position: Int, _ now: RoomMoment) {
    let card = members.remove(at: position).card
    if leader == card.number { leader = nil }
    if members.isEmpty { emptySince = now }
    add(.left, card, now)
  }

  private func position(_ number: Int, _ key: RoomKey) throws(RoomError) -> Int {
    guard !isClosed else { throw .noRoom }
    guard let position = members.firstIndex(where: { $0.card.number == number }),
      members[position].key.equals(key)
    else { throw .notMember }
    return position
  }

  // MARK: - Messages

  /// Whether a member may send a message now, before costly checks of its content.
  public func check(_ number: Int, key: RoomKey) throws(RoomError) { _ = try position(number, key) }

  /// Adds a message of a member; returns the number of its event.
  ///
  /// Of the movements of a member only the latest counts.
  @discardableResult
  public mutating func post(
    _ content: RoomContent, by number: Int, key: RoomKey, now: RoomMoment
  ) throws(RoomError) -> Int {
    let position = try position(number, key)
    let content = try checked(content, of: members[position])
    if case .view(let view) = content {
      try members[position].movements.record(now: now)
      last += 1
      (members[position].view, members[position].viewNumber) = (view, last)
      members[position].viewTime = now.milliseconds
      return last
    }
    try members[position].lines.record(now: now)
    if case .lead(let leads) = content {
      guard leads || leader == number else { return last }
      leader = leads ? number : nil
    }
    add(.message(content), members[position].card, now)
    return last
  }

  private func checked(_ content: RoomContent, of member: RoomMember) throws(RoomError)
    -> RoomContent
  {
    switch content {
    case .text(let text):
      return .text(try RoomText.checked(text, "text", bytes: limits.lineBytes))
    case .lead:
      guard member.card.isCreator else { throw .onlyCreator }
      return content
    case .photo(let id):
      guard id > 0 else { throw .invalid("photo is not the id of a photo") }
      return content
    case .view, .point: return content
    }
  }

  private mutating func add(_ kind: RoomEvent.Kind, _ card: RoomCard, _ now: RoomMoment) {
    last += 1
    log.append(RoomEvent(number: last, time: now.milliseconds, card: card, kind: kind))
  }

  // MARK: - What clients get

  /// The messages for a client that has not been here before.
  public var history: [RoomEvent] { log.events.filter(\.isRemembered) }

  /// The events after a number in their order, of movements the latest of each member.
  ///
  /// Nil if earlier ones are missing.
  public func news(after number: Int) -> [RoomEvent]? {
    guard number >= log.droppedThrough else { return nil }
    guard number < last else { return [] }
    var events = Array(log.after(number))
    let logged = events.count
    for member in members where member.viewNumber > number {
      guard let view = member.view else { continue }
      events.append(
        RoomEvent(
          number: member.viewNumber, time: member.viewTime, card: member.card,
          kind: .message(.view(view))))
    }
    if logged > 0 || events.count > 1 { events.sort { $0.number < $1.number } }
    return events
  }

  /// What a client that reconnects has missed since an event, as far as it is remembered; `isWhole` says whether
  /// that is everything.
  public func missed(since number: Int) -> (events: [RoomEvent], isWhole: Bool) {
    // A number of another room, or of an earlier run of the server.
    guard (0...last).contains(number) else { return (history, true) }
    if let news = news(after: number) { return (news, true) }
    return (log.after(number).map { $0 }, false)
  }

  // MARK: - Time

  /// Whether there is no member.
  public var isEmpty: Bool { members.isEmpty }

  /// Removes members who were disconnected for too long, and closes the room at the end of its life.
  public mutating func expire(now: RoomMoment) {
    guard !isClosed else { return }
    while let position = longestAway, let since = members[position].awaySince,
      since.instant.duration(to: now.instant) >= limits.absence
    {
      remove(at: position, now)
    }
    if opened.instant.duration(to: now.instant) >= limits.life
      || isEmpty && emptySince.instant.duration(to: now.instant) >= limits.emptiness
    {
      close()
    }
  }

  /// Closes the room.
  public mutating func close() { isClosed = true }
}
