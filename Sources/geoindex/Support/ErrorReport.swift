internal import HTTPServer
internal import PhotoIndex
internal import PhotoScanner
internal import Query

/// Turns errors into messages and exit codes, in this one place.
struct ErrorReport {
  private let message: String
  private let code: ExitCode
  private let isSilent: Bool

  init(_ error: any Error) {
    isSilent = (error as? OutputError)?.isClosed ?? false
    switch error {
    case let error as UsageError:
      let page = error.command.map { "geoindex \($0.name) --help" } ?? "geoindex --help"
      message = "\(error.message)\nTry: \(page)"
      code = .usage
    case let error as QueryError:
      message = "--\(error)\nTry: geoindex --help"
      code = .usage
    case let error as ServerError where error.code == .addressInUse:
      message =
        "\(error) Another program uses the port, perhaps another geoindex: stop it, or choose another "
        + "--port (0 picks a free one)."
      code = .failed
    case let problem as Problem:
      message = problem.detail ?? problem.title
      code = .failed
    case let error as OutputError:
      let sentence = "cannot write: \(error.reason)"
      message = NextStep.after(error, saying: sentence).map { "\(sentence)\n\($0)" } ?? sentence
      code = .failed
    case let error as IndexError where error.code == .notShown:
      message = [error.message, NextStep.after(error, saying: error.message)].compactMap(\.self)
        .joined(separator: "\n")
      code = .recordedNotShown
    default:
      // The errors of the modules are sentences that name the file.
      let sentence = "\(error)"
      message = NextStep.after(error, saying: sentence).map { "\(sentence)\n\($0)" } ?? sentence
      code = .failed
    }
  }

  /// The message.
  var text: String { message }

  /// Prints the message and returns the exit code.
  func print() -> ExitCode {
    if isSilent { return .done }
    Console.error(Console.coloured("geoindex: ", "1;31") + Console.printable(message))
    return code
  }
}
