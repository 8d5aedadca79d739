internal import Files
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner

/// Photos on shares, which may stop answering at any time.
extension ServiceContext {
  /// How long a request waits for a share.
  ///
  /// A client would not wait longer, and the share is then left alone until it answers.
  private var patience: Duration { min(options.scanOptions.patience, .seconds(10)) }

  /// Answers on a worker thread if the file of the photo is on a share, so that no other response waits for it.
  func patiently(
    _ call: Call, _ answer: @escaping @Sendable (Call) throws -> EventualResponse
  ) throws -> EventualResponse {
    guard let share = try share(of: call) else { return try answer(call) }
    let patience = patience
    return .distant {
      do {
        let response = try HangingFolders.shared.call(share, within: patience) {
          Result { try answer(call).response() }
        }.get()
        return response.readingPatiently(share, patience)
      } catch is FolderHangs {
        throw Problem.shareHangs
      }
    }
  }

  /// Does work with a file that may be on a share; gives up if the share does not answer in time.
  func waiting<Value: Sendable>(
    forFileAt path: FilePath, _ work: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    guard !MountedShares.shared.areNone, let share = MountedShares.shared.mountPoint(around: path)
    else { return try work() }
    do {
      return try HangingFolders.shared.call(share, within: patience) { Result { try work() } }.get()
    } catch is FolderHangs {
      throw Problem.shareHangs
    }
  }

  /// The mount point of the share that the photo of a request is on; nil if it is on a disk of this machine.
  private func share(of call: Call) throws -> FilePath? {
    guard !MountedShares.shared.areNone, let id = Int64(call.path["id"] ?? ""),
      let photo = try call.library.read({ try $0.file(of: id)?.photo }),
      let folder = folder(of: photo)
    else { return nil }
    return MountedShares.shared.mountPoint(around: folder.appending(photo.path.bytes))
  }
}

extension Problem {
  fileprivate static var shareHangs: Problem {
    .unavailable(
      "The disk or share of the photo does not answer. On the machine of the server, run: geoindex doctor",
      retryAfter: 30
    ).of(.diskSilent)
  }
}

extension Response {
  private static let pieceLength = 262_144

  /// The response, whose file other threads read while it is sent.
  fileprivate func readingPatiently(_ share: FilePath, _ patience: Duration) -> Response {
    guard case .file(let file) = body else { return self }
    let source = FetchedPieces.Source(pieceLength: Self.pieceLength) { range, _, arrive in
      PatientReaders.pool.add(
        WorkerPool.Work(isWanted: { true }) { _ in
          arrive(
            Result {
              try HangingFolders.shared.call(share, within: patience) {
                Result { () throws(SystemError) in try file.part(range).read() }
              }.get()
            })
        })
    }
    var response = self
    response.body = .stream(FetchedPieces.stream(source, of: 0..<file.count))
    return response
  }
}

/// The threads that wait for pieces of files on shares.
private enum PatientReaders {
  static let pool = WorkerPool(threads: 16)
}
