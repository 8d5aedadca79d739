internal import Foundation
internal import GeoIndexClient
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The responses in flight, each with its data so far and its waiting caller.
final class Deliveries: NSObject, URLSessionDataDelegate, Sendable {
  private struct Delivery {
    var waiting: CheckedContinuation<Reply, any Error>
    var body: [UInt8] = []
    var isTooLarge = false
  }

  private let limit: Int
  private let pending = Mutex<[Int: Delivery]>([:])

  init(limit: Int) { self.limit = limit }

  /// Starts a task whose response a caller waits for.
  func begin(_ task: URLSessionDataTask, _ waiting: CheckedContinuation<Reply, any Error>) {
    pending.withLock { $0[task.taskIdentifier] = Delivery(waiting: waiting) }
    task.resume()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = pending.withLock { pending in
      guard var delivery = pending.removeValue(forKey: dataTask.taskIdentifier) else {
        return false
      }
      if delivery.body.count + data.count > limit {
        delivery.isTooLarge = true
        delivery.body = []
      } else if !delivery.isTooLarge {
        delivery.body += data
      }
      pending[dataTask.taskIdentifier] = delivery
      return delivery.isTooLarge
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let delivery = pending.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let delivery else { return }
    delivery.waiting.resume(with: result(of: task, delivery, error))
  }

  private func result(of task: URLSessionTask, _ delivery: Delivery, _ error: (any Error)?)
    -> Result<Reply, any Error>
  {
    if delivery.isTooLarge {
      return .failure(Unreachable("the response has more than \(limit) bytes"))
    }
    if let error { return .failure(error) }
    guard let http = task.response as? HTTPURLResponse else {
      return .failure(Unreachable("the server does not speak HTTP"))
    }
    return .success(
      Reply(
        status: http.statusCode, type: http.value(forHTTPHeaderField: "Content-Type"),
        body: delivery.body))
  }
}
