/// Why a room refuses something.
public enum RoomError: Error, Hashable, Sendable {
  /// The room is closed, or never was.
  case noRoom

  /// The room has as many members as it may have.
  case full

  /// There are as many rooms as there may be, or as many without members that the same person has opened.
  case tooManyRooms

  /// Number and key are not those of a member.
  case notMember

  /// Another person has joined with this key.
  case keyOfOther

  /// Only the person who has opened the room may do this.
  case onlyCreator

  /// It happens too often; it may happen again after some seconds.
  case tooOften(seconds: Int)

  /// A text, a position or another value is not valid.
  case invalid(String)
}
