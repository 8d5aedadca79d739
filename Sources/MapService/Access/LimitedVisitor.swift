internal import Geography
internal import Grid
internal import HTTPServer
internal import People
internal import PhotoFacts
internal import Query
internal import Sharing

/// A visitor who sees a part of the photos.
protocol LimitedVisitor: Guest {
  /// The condition that all visible photos meet.
  var condition: PhotoCondition { get }

  /// The grid for coarse positions; nil if only zones make positions coarse.
  var precision: CoarseGrid? { get }

  /// The properties that the visitor does not see.
  var withheld: Set<PhotoProperty> { get }

  /// The boxes of which one has each visible photo; nil if the visitor is not limited to boxes.
  var boxes: [BoundingBox]? { get throws }

  /// Whether the visitor may still see anything.
  var isAdmitted: Bool { get }

  /// A text that differs if other photos are visible, for validators.
  var key: String { get }
}

extension ShareGuest: LimitedVisitor {
  var boxes: [BoundingBox]? {
    get throws { try terms.filters["bbox"].map { [try PhotoQuery.box($0)] } }
  }

  var key: String { token }
}

/// A user who has signed in and sees only the photos of a scope.
final class LimitedUser: LimitedVisitor {
  let role: User.Role
  let scope: UserScope
  let condition: PhotoCondition

  init(_ user: User, areas: (String) -> PhotoCondition) throws {
    (role, scope) = (user.role, user.scope)
    condition = try user.scope.condition(areas) ?? .all([])
  }

  /// Nil if a part of the scope is not a box.
  var boxes: [BoundingBox]? {
    get throws {
      let boxes = scope.values(of: .bbox)
      guard !boxes.isEmpty, boxes.count == scope.parts.count else { return nil }
      return try boxes.map { try PhotoQuery.box($0) }
    }
  }

  var precision: CoarseGrid? { nil }
  var withheld: Set<PhotoProperty> { [] }

  /// `AccessGuard` ends the responses to users who were removed.
  var isAdmitted: Bool { true }

  var key: String {
    (["scope"] + scope.parts.map { "\($0.kind) \($0.value)" }).joined(separator: "\n")
  }

  var mayWrite: Bool { role >= .editor }
}

/// For whom an operation is; each includes those after it.
enum Audience: Comparable {
  /// Also those with a share link.
  case guests

  /// Users who have signed in.
  case viewers

  /// Users who may place photos and write about them.
  case editors

  /// Those who may do everything.
  case owners
}

extension Problem {
  /// The refusal of what is neither for guests nor for strangers.
  static let notShared = Problem(status: 403, detail: "This is not part of what was shared.").of(
    .notShared)
}

extension Visitor {
  /// What the visitor sees, if that is only a part.
  var limited: (any LimitedVisitor)? {
    guard case .guest(let guest) = self else { return nil }
    return guest as? any LimitedVisitor
  }

  /// The user who has signed in and sees only a part.
  var limitedUser: LimitedUser? { limited as? LimitedUser }

  /// The operations that the visitor may use; nil for clients that are neither users nor guests.
  var audience: Audience? {
    switch self {
    case .owner: .owners
    case .guest: limitedUser.map { $0.role >= .editor ? .editors : .viewers } ?? .guests
    case .machine, .stranger: nil
    }
  }
}
