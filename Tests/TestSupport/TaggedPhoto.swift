private import Foundation

/// A sample photo with a tag for every property that a file can have.
public enum TaggedPhoto {
  /// The error.
  public struct Failure: Error { let messages: String }

  private static let tags = [
    "Make": "Aster", "Model": "M1", "LensModel": "50 mm", "Orientation#": "6",
    "DateTimeOriginal": "2024:05:01 12:00:00", "OffsetTimeOriginal": "+02:00",
    "GPSLatitude": "48.8584", "GPSLatitudeRef": "N", "GPSLongitude": "2.2945",
    "GPSLongitudeRef": "E", "GPSAltitude": "35", "GPSAltitudeRef": "0", "GPSImgDirection": "90",
    "GPSImgDirectionRef": "T", "GPSHPositioningError": "5", "Software": "Darkroom 2.1",
    "FocalLengthIn35mmFormat": "26",
  ]

  private static let words = [
    "XMP-dc:Title=Fuji", "XMP-dc:Description=A mountain", "XMP-dc:Subject=mountain",
    "XMP-lr:HierarchicalSubject=Nature|Mountain", "XMP-iptcExt:PersonInImage=Ada Lindqvist",
    "XMP-xmp:Rating=4", "XMP-xmp:Label=Red", "XMP-dc:Creator=Kenji Mori",
    "XMP-dc:Rights=CC0", "XMP-drone-dji:GimbalPitchDegree=-30",
    "XMP-drone-dji:GimbalRollDegree=1.5",
    "XMP-drone-dji:RelativeAltitude=40.5",
  ]

  /// Makes it with exiftool.
  public static func make(at path: String) throws {
    try FileManager.default.copyItem(
      atPath: SamplePhotos.path("2024-japan/mount-fuji.jpg"), toPath: path)
    let arguments =
      tags.map { "-EXIF:\($0.key)=\($0.value)" }.sorted() + words.map { "-" + $0 }
    let outcome = try Program.run("exiftool", arguments + ["-overwrite_original", path])
    guard outcome.code == 0 else { throw Failure(messages: outcome.messages) }
  }
}
