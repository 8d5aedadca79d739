import Foundation
import Synchronization

@testable import HTTPServer

/// The two ways to send requests: in-process, and through a socket.
enum Door: CaseIterable, Sendable {
  case inProcess
  case live
}

/// A response as a client receives it.
struct Answer {
  var status: Int
  var headers: Headers
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The content as a problem document.
  var problem: [String: Any] {
    ((try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]) ?? [:]
  }
}

/// A router with a policy, reached in either way.
final class Site: Sendable {
  private let door: Door
  private let policy: HTTPPolicy
  private let responder: any Responder
  private let server: HTTPServer?
  let port: Int

  init(
    _ door: Door, _ responder: any Responder,
    configure: (inout HTTPServer.Configuration) -> Void = { _ in }
  ) throws {
    self.door = door
    self.responder = responder
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configuration.threads = 2
    configure(&configuration)
    policy = configuration.policy
    server = door == .live ? HTTPServer(configuration: configuration, responder: responder) : nil
    port = try server?.start() ?? 0
  }

  deinit { server?.stop() }

  func stop() { server?.stop() }

  func get(_ target: String, _ headers: Headers = [:]) throws -> Answer {
    try send(.get, target, headers)
  }

  func send(
    _ method: Method, _ target: String, _ headers: Headers = [:], body: [UInt8] = []
  ) throws -> Answer {
    switch door {
    case .inProcess: try answerInProcess(method, target, headers, body)
    case .live: try answerLive(method, target, headers, body)
    }
  }

  private func answerInProcess(
    _ method: Method, _ target: String, _ headers: Headers, _ body: [UInt8]
  ) throws -> Answer {
    let response: Response
    do throws(Problem) {
      var headers = headers
      headers.setDefault("Host", to: "localhost")
      let request = try Request(method: method, target: target, headers: headers, body: body)
      response = policy.process(request, by: responder)
    } catch {
      response = policy.refuse(error)
    }
    var answer = Answer(status: response.status, headers: response.headers, body: [])
    if let count = response.body.count, response.status != 204 {
      answer.headers.append("Content-Length", String(count))
    }
    if method != .head { answer.body = try response.body.collected() }
    return answer
  }

  private func answerLive(
    _ method: Method, _ target: String, _ headers: Headers, _ body: [UInt8]
  ) throws -> Answer {
    var headers = headers
    headers.setDefault("Host", to: "localhost:\(port)")
    headers.set("Connection", to: "close")
    if !body.isEmpty { headers.append("Content-Length", String(body.count)) }
    var head = "\(method.rawValue) \(target) HTTP/1.1\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    let connection = try RawConnection(port: port)
    connection.send(Array((head + "\r\n").utf8) + body)
    return try connection.readAnswer(hasBody: method != .head)
  }
}

extension Body {
  /// The whole content.
  func collected() throws -> [UInt8] {
    switch self {
    case .empty: return []
    case .bytes(let bytes): return bytes
    case .file(let file): return try file.read()
    case .stream(let stream):
      var all: [UInt8] = []
      while case .bytes(let bytes) = try stream.next() { all += bytes }
      return all
    }
  }
}

/// A thread-safe counter.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  @discardableResult func next() -> Int {
    count.add(1, ordering: .sequentiallyConsistent).newValue
  }
}

/// A gate at which threads wait until it is opened.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func open() { semaphore.signal() }
  func wait() { semaphore.wait() }
}

/// How many descriptors this process has open.
func descriptorCount() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}
