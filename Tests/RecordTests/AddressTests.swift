import Record
import Testing

@Suite("The address of a record") struct AddressTests {
  @Test(
    "has no password where it is shown",
    arguments: [
      ("postgres://anna:secret@db/photos", "postgres://anna@db/photos"),
      ("postgres://anna:se@cret@db/photos", "postgres://anna@db/photos"),
      ("postgres://anna:secret@a,b:5433/photos", "postgres://anna@a,b:5433/photos"),
      ("postgresql://db/photos?password=secret", "postgresql://db/photos"),
      (
        "postgres://db/photos?user=anna&password=secret&sslmode=require",
        "postgres://db/photos?user=anna&sslmode=require"
      ),
      ("postgres://db/photos?sslpassword=secret", "postgres://db/photos"),
      ("postgres://db/photos?PassWord=secret", "postgres://db/photos"),
    ])
  func shown(full: String, display: String) throws {
    let address = try #require(RecordAddress(full))
    #expect(address.display == display)
    #expect(address.hasPassword)
  }

  @Test(
    "is shown unchanged without a password",
    arguments: [
      "postgres://db/photos", "postgres://anna@db:5433/photos", "postgresql:///photos?host=/run",
      "postgres://[::1]:5432/photos",
    ])
  func whole(text: String) throws {
    let address = try #require(RecordAddress(text))
    #expect(address.display == text)
    #expect(!address.hasPassword)
  }

  @Test(
    "is not a file name",
    arguments: ["photos.sqlite", "postgres", "postgres:/photos", "/postgres://x", ""])
  func files(text: String) { #expect(RecordAddress(text) == nil) }

  @Test("gives each machine a file of its own, whatever the password is")
  func fileNames() throws {
    let address = try #require(RecordAddress("postgres://anna:one@db/photos"))
    let same = try #require(RecordAddress("postgres://anna:two@db/photos"))
    #expect(address.fileName(machine: "nas") == same.fileName(machine: "nas"))
    #expect(address.fileName(machine: "nas") != address.fileName(machine: "desk"))
  }
}
