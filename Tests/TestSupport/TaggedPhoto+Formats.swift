private import Foundation

extension TaggedPhoto {
  /// In the metadata of `makeInAllFormats` and in their names.
  public static let secrets = ["Geheim", "SN-7741", "2024:05:0", "Darkroom", "Aster"]

  /// Programs that make a file of another format of a JPEG; `IN` and `OUT` stand for the files.
  private static let converters: [(ending: String, command: [String])] = [
    ("heic", ["heif-enc", "-q", "50", "IN", "-o", "OUT"]),
    ("avif", ["avifenc", "-s", "10", "IN", "OUT"]), ("jxl", ["cjxl", "--quiet", "IN", "OUT"]),
    ("webp", ["cwebp", "-quiet", "-metadata", "all", "IN", "-o", "OUT"]),
    ("png", ["convert", "IN", "OUT"]), ("tif", ["convert", "IN", "OUT"]),
    (
      "mp4",
      [
        "ffmpeg", "-loglevel", "error", "-y", "-loop", "1", "-i", "IN", "-t", "1", "-r", "5", "-vf",
        "scale=320:240", "-pix_fmt", "yuv420p", "OUT",
      ]
    ),
  ]

  /// Makes photos with all tags, and a film, one of each format; returns their names.
  ///
  /// The colour profiles have a text of their maker.
  public static func makeInAllFormats(in folder: String) throws -> [String] {
    let source = folder + "/Geheim.jpg"
    try make(at: source)
    let profile = folder + "/Geheim.icc"
    let line = RawColourProfile.content("curv", [0, 0, 0, 1, 2, 0x33])
    let colours = ["rXYZ", "gXYZ", "bXYZ"].enumerated().map { number, tag in
      (tag, RawColourProfile.content("XYZ ", (0..<3).flatMap { [0, 0, $0 == number ? 99 : 9, 0] }))
    }
    let text = RawColourProfile.content("text", Array("Geheim SN-7741".utf8))
    let tags = colours + ["rTRC", "gTRC", "bTRC"].map { ($0, line) } + [("dmnd", text)]
    try Data(RawColourProfile.bytes(tags)).write(to: URL(fileURLWithPath: profile))
    try run(
      ["exiftool", "-q", "-overwrite_original", "-icc_profile<=\(profile)"] + serial + [source])
    try FileManager.default.removeItem(atPath: profile)
    for converter in converters {
      let file = "\(folder)/Geheim.\(converter.ending)"
      try run(converter.command.map { $0 == "IN" ? source : $0 == "OUT" ? file : $0 })
      let copied =
        converter.ending == "mp4"
        ? ["-Keys:GPSCoordinates=48.8584, 2.2945, 35", "-CreateDate=2024:05:01 10:00:00"]
        : ["-TagsFromFile", source, "-all:all", "-XMP:all"]
      try run(["exiftool", "-q", "-overwrite_original"] + copied + serial + [file])
    }
    return ["Geheim.jpg"] + converters.map { "Geheim.\($0.ending)" }
  }

  private static let serial = [
    "-SerialNumber=SN-7741", "-XMP-dc:Title=Geheim", "-XMP-aux:LensSerialNumber=SN-7741",
  ]

  private static func run(_ command: [String]) throws {
    let outcome = try Program.run(command[0], Array(command.dropFirst()))
    guard outcome.code == 0 else {
      throw Failure(messages: "\(command): \(outcome.messages)")
    }
  }

  /// What exiftool and a search for texts find in a file that must have neither metadata nor secrets.
  public static func findings(in bytes: [UInt8], _ folder: TemporaryDirectory) throws -> [String] {
    let path = folder.file("found")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let tags = try Program.run("exiftool", ["-a", "-G0:1", "-s", path]).output
    let allowed = ["ExifTool", "File", "JFIF", "ICC_Profile", "Composite", "APP14"]
    let texts = secrets.filter { secret in
      [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian].contains { encoding in
        secret.data(using: encoding).map { Data(bytes).range(of: $0) != nil } ?? false
      }
    }
    let lines = tags.split(separator: "\n").map(String.init).filter { line in
      line.hasPrefix("[") && !allowed.contains { line.hasPrefix("[\($0)") }
    }
    return texts + lines + secrets.filter(tags.contains)
  }
}
