internal import Foundation
internal import GeoIndexClient
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The responses in flight.
final class Deliveries: NSObject, URLSessionDataDelegate, Sendable {
  private let pending = Mutex<[Int: Delivery]>([:])

  func begin(_ delivery: Delivery) {
    pending.withLock { $0[delivery.task.taskIdentifier] = delivery }
    delivery.task.resume()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    delivery(of: dataTask)?.take(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    delivery(of: dataTask)?.take(Array(data))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    pending.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.end(error)
  }

  /// Follows redirections to the same server only, because the request may have credentials.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let (old, new) = (task.originalRequest?.url, request.url)
    let isSame = old?.scheme == new?.scheme && old?.host == new?.host && old?.port == new?.port
    completionHandler(isSame ? request : nil)
  }

  private func delivery(of task: URLSessionTask) -> Delivery? {
    pending.withLock { $0[task.taskIdentifier] }
  }
}

/// One response: its header, and the pieces that have arrived and were not read.
final class Delivery: Sendable {
  private struct State {
    var header: CheckedContinuation<HTTPURLResponse, any Error>?
    var reader: CheckedContinuation<[UInt8]?, any Error>?
    var pieces: ArraySlice<[UInt8]> = []
    var count = 0
    var isPaused = false
    var end: Result<[UInt8]?, any Error>?
  }

  /// With more unread bytes the connection pauses, and goes on with fewer.
  private static let (most, few) = (4 << 20, 1 << 20)

  let task: URLSessionDataTask
  private let state = Mutex(State())

  init(_ task: URLSessionDataTask) { self.task = task }

  func wait(for header: CheckedContinuation<HTTPURLResponse, any Error>) {
    state.withLock { $0.header = header }
  }

  func take(_ response: URLResponse) {
    guard let waiting = state.withLock({ $0.header.take() }) else { return }
    if let response = response as? HTTPURLResponse {
      waiting.resume(returning: response)
    } else {
      waiting.resume(throwing: Unreachable("the server does not speak HTTP"))
    }
  }

  func take(_ piece: [UInt8]) {
    let reader = state.withLock { state in
      if let reader = state.reader.take() { return Optional(reader) }
      state.pieces.append(piece)
      state.count += piece.count
      if state.count > Self.most, !state.isPaused {
        state.isPaused = true
        task.suspend()
      }
      return nil
    }
    reader?.resume(returning: piece)
  }

  func end(_ error: (any Error)?) {
    let (header, reader) = state.withLock { state in
      state.end = error.map { .failure(Unreachable(transport: $0)) } ?? .success(nil)
      return (state.header.take(), state.reader.take())
    }
    header?.resume(
      throwing: error.map { Unreachable(transport: $0) }
        ?? Unreachable("the server sent no response", .interrupted))
    reader?.resume(with: error.map { .failure(Unreachable(transport: $0)) } ?? .success(nil))
  }

  /// The next piece; nil at the end.
  func next() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { reader in
        let ready: Result<[UInt8]?, any Error>? = state.withLock { state in
          guard let piece = state.pieces.popFirst() else {
            if state.end == nil { state.reader = reader }
            return state.end
          }
          state.count -= piece.count
          if state.isPaused, state.count < Self.few {
            state.isPaused = false
            task.resume()
          }
          return .success(piece)
        }
        if let ready { reader.resume(with: ready) }
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// Ends a response with the last reference to its reader.
final class Reading: Sendable {
  private let delivery: Delivery
  /// The session lives as long as its responses are read.
  private let carrier: Carrier

  init(_ delivery: Delivery, of carrier: Carrier) {
    (self.delivery, self.carrier) = (delivery, carrier)
  }

  deinit { delivery.task.cancel() }

  func next() async throws -> [UInt8]? { try await delivery.next() }
}

extension Unreachable {
  /// The error of a task, with what programs may tell apart.
  init(transport error: any Error) {
    let kind: Kind =
      switch (error as? URLError)?.code {
      case .cancelled?: .cancelled
      case .timedOut?: .timedOut
      case .cannotConnectToHost?, .cannotFindHost?, .dnsLookupFailed?, .notConnectedToInternet?:
        .notConnected
      case .networkConnectionLost?: .interrupted
      case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
        .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?:
        .untrusted
      default: .other
      }
    self.init(error.localizedDescription, kind, cause: error)
  }
}
