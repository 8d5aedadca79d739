import PhotoFacts
import Testing

@testable import PhotoMetadata

/// The list of formats that are read.
@Suite struct FileFormatTests {
  @Test(arguments: MediaFormat.allCases)
  func everyFormatIsRead(format: MediaFormat) { #expect(FileFormat.of(format) != nil) }
}
