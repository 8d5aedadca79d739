internal import JSON
internal import Geography
internal import PhotoFacts

/// The values of one record before they are validated together.
struct PhotoDraft {
  var id: Int64?

  /// An `id` that is not an integer.
  var name: [UInt8]?
  var longitude: Double?
  var latitude: Double?

  /// The properties, by their positions in `PhotoProperty.ofFeatures`.
  var values = PropertyValues.none

  static func number(
    _ text: ArraySlice<UInt8>, _ name: @autoclosure () -> String
  ) throws(InputProblem) -> Double {
    guard let number = NumberText.double(text) else {
      throw InputProblem("\(name()) \(InputProblem.quoted(text)) is not a number")
    }
    return number
  }
}
