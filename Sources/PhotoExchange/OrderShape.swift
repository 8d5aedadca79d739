public import Geography
public import JSON
public import Journeys

/// The members of an object in the content of a request: how each is called, what it may be, and where its value goes.
///
/// The description of the API gets the schema, and the server reads the object, as it writes one with `AnswerShape`.
public struct OrderShape<Order: Sendable>: Sendable {
  /// The name of its schema in the description of the API.
  public let name: String?

  private let empty: Order
  private let absent: [JSONValue]
  private let choice: (any PartialKeyPath<Order> & Sendable)?
  private let members: [OrderMember<Order>]

  /// Describes an object that is read into `empty`.
  ///
  /// An optional member whose value is one of `absent` counts as not given. If there is a `choice`, one of the members
  /// whose values go there is needed.
  public init(
    _ name: String? = nil, into empty: Order, absent: [JSONValue] = [],
    choice: (any PartialKeyPath<Order> & Sendable)? = nil,
    @MemberList<OrderMember<Order>> _ members: () -> [OrderMember<Order>]
  ) {
    (self.name, self.empty, self.absent, self.choice) = (name, empty, absent, choice)
    self.members = members()
  }

  /// The schema of the object.
  public var schema: JSONValue {
    .describing(
      members.map { JSONValue.Member(name: $0.name, value: $0.schema) },
      optional: members.filter(\.isOptional).map(\.name))
  }

  /// Reads the content of a request.
  public func read(_ bytes: [UInt8]) throws(InputProblem) -> Order {
    try read(JSONValue(parsing: bytes))
  }

  /// Reads an object.
  public func read(_ json: JSONValue) throws(InputProblem) -> Order {
    guard let given = json.members else { throw InputProblem("it is not a JSON object") }
    var (order, seen, found) = (empty, Set<String>(), [OrderMember<Order>]())
    for one in given {
      guard let member = members.first(where: { $0.name == one.name }) else {
        throw InputProblem(
          "there is no member \(InputProblem.quoted(one.name.utf8)), only \(Self.names(members))")
      }
      guard seen.insert(one.name).inserted else {
        throw InputProblem("\(one.name) is given twice")
      }
      if member.isOptional, absent.contains(one.value) { continue }
      if member.isNullable, one.value == .null { continue }
      if let other = found.first(where: { $0.target == member.target }) {
        throw InputProblem("\(one.name) does not go with \(other.name)")
      }
      found.append(member)
      try member.read(one.value, &order)
    }
    for member in members where !member.isOptional && !seen.contains(member.name) {
      throw InputProblem("\(member.name) is missing")
    }
    if let choice, !found.contains(where: { $0.target == choice }) {
      throw InputProblem("it has none of \(Self.names(members.filter { $0.target == choice }))")
    }
    return order
  }

  private static func names(_ members: [OrderMember<Order>]) -> String {
    members.map(\.name).joined(separator: ", ")
  }
}

/// A member of an object in the content of a request.
public struct OrderMember<Order>: Sendable {
  fileprivate let name: String
  fileprivate let schema: JSONValue
  fileprivate let isOptional, isNullable: Bool
  fileprivate let target: any PartialKeyPath<Order> & Sendable
  fileprivate let read: @Sendable (JSONValue, inout Order) throws(InputProblem) -> Void

  /// A member that must be there.
  public init<Value>(
    _ name: String, _ content: OrderContent<Value>,
    _ target: any WritableKeyPath<Order, Value> & Sendable
  ) {
    self.init(name, content, target, isOptional: false) { $0 }
  }

  /// A member that may be absent; of several with one target, one may be given.
  public init<Value>(
    _ name: String, _ content: OrderContent<Value>,
    _ target: any WritableKeyPath<Order, Value?> & Sendable
  ) {
    self.init(name, content, target) { $0 }
  }

  /// A member of whose value another is made.
  public init<Value, Made>(
    _ name: String, _ content: OrderContent<Value>,
    _ target: any WritableKeyPath<Order, Made> & Sendable, isOptional: Bool = true,
    as make: @escaping @Sendable (Value) -> Made
  ) {
    (self.name, self.isOptional, self.target) = (name, isOptional, target)
    (schema, isNullable) = (content.schema, content.isNullable)
    read = { (json, order) throws(InputProblem) in
      order[keyPath: target] = make(try content.value(json, name))
    }
  }

  /// Longitude and latitude.
  public static func position(
    _ longitude: any WritableKeyPath<Order, Double?> & Sendable,
    _ latitude: any WritableKeyPath<Order, Double?> & Sendable, isOptional: Bool = true
  ) -> [OrderMember] {
    [
      OrderMember("longitude", .number, longitude, isOptional: isOptional) { $0 },
      OrderMember("latitude", .number, latitude, isOptional: isOptional) { $0 },
    ]
  }
}

/// Longitude and latitude of an order.
public struct OrderPosition: Sendable {
  /// The numbers, as far as they are given.
  public var longitude, latitude: Double?

  /// Makes a position that is not given.
  public init() {}

  /// The position; nil if neither of them is given.
  public var coordinate: Coordinate? {
    get throws(InputProblem) {
      if longitude == nil, latitude == nil { return nil }
      guard let longitude, let latitude,
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      else { throw InputProblem("longitude and latitude are not a position on Earth") }
      return coordinate
    }
  }
}

/// What a member of an order may be: its schema, what it is in a message, and how it is read.
public struct OrderContent<Value>: Sendable {
  fileprivate var schema: JSONValue
  fileprivate var isNullable = false
  private let meaning: String
  private let read: @Sendable (JSONValue) throws(InputProblem) -> Value?

  /// Describes a value; where `read` finds none, a message says that it is not `meaning`.
  public init(
    _ schema: JSONValue, _ meaning: String,
    _ read: @escaping @Sendable (JSONValue) throws(InputProblem) -> Value?
  ) {
    (self.schema, self.meaning, self.read) = (schema, meaning, read)
  }

  fileprivate func value(_ json: JSONValue, _ name: String) throws(InputProblem) -> Value {
    let value: Value?
    do throws(InputProblem) { value = try read(json) } catch {
      throw InputProblem("\(name): \(error.reason)")
    }
    guard let value else { throw InputProblem("\(name) is not \(meaning)") }
    return value
  }

  /// The same, or null, which counts as absent.
  public var orNull: OrderContent {
    var content = self
    (content.schema, content.isNullable) = (.nullable(schema), true)
    return content
  }

  /// Only some of its values.
  public func only(
    _ meaning: String, where isValid: @escaping @Sendable (Value) -> Bool
  ) -> OrderContent {
    OrderContent(schema, meaning) { (json) throws(InputProblem) in
      guard let value = try read(json), isValid(value) else { return nil }
      return value
    }
  }

  /// An object of which a value is made.
  public static func object<Order>(
    _ shape: OrderShape<Order>,
    as make: @escaping @Sendable (Order) throws(InputProblem) -> Value
  ) -> OrderContent {
    OrderContent(shape.schema, "an object") { (json) throws(InputProblem) in
      try make(shape.read(json))
    }
  }

  /// One of some words.
  public static func word(
    _ values: [Value], named name: @escaping @Sendable (Value) -> String
  ) -> OrderContent where Value: Sendable {
    let names = values.map(name)
    return OrderContent(.word(names), "one of \(names.joined(separator: ", "))") { json in
      values.first { name($0) == json.text }
    }
  }

  /// A list with elements.
  public static func list<Element>(of element: OrderContent<Element>) -> OrderContent
  where Value == [Element] {
    OrderContent(.listing(element.schema), "a list") { (json) throws(InputProblem) in
      guard let elements = json.elements else { return nil }
      guard !elements.isEmpty else { throw InputProblem("it is empty") }
      var values: [Element] = []
      for json in elements {
        values.append(try element.value(json, "element \(values.count + 1)"))
      }
      return values
    }
  }
}

extension OrderContent<String> {
  /// A text.
  public static var text: Self { Self(String.schema, "a text") { $0.text } }

  /// The key that a client gives to an act, so that the act is made once if its answer is lost and the request repeated.
  public static var actKey: Self {
    Self(["type": "string", "minLength": 1, "maxLength": 200], "a text of 1 to 200 bytes") { json in
      json.text.flatMap { (1...200).contains($0.utf8.count) ? $0 : nil }
    }
  }
}

extension OrderContent<Double> {
  /// A number.
  public static var number: Self { Self(Double.schema, "a number") { $0.number } }

  /// A number in a range.
  public static func number(in range: ClosedRange<Double>) -> Self {
    let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
    return number.only("a number from \(least) to \(most)") { range.contains($0) }
  }
}

extension OrderContent<Int64> {
  /// The id of a photo.
  public static var photo: Self {
    Self(Int.schema, "the id of a photo") { $0.whole.map { Int64($0) } }
  }
}

extension OrderContent<Bool> {
  /// True or false.
  public static var truth: Self { Self(Bool.schema, "true or false") { $0.truth } }
}

extension OrderContent<LocalDay> {
  /// A local date.
  public static var day: Self {
    Self(.date, "a date such as 2019-06-14") { $0.text.flatMap { LocalDay($0) } }
  }
}
