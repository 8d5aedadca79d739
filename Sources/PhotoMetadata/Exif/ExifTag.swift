/// The Exif tags that are read.
enum ExifTag: UInt16 {
  case gpsLatitudeRef = 0x0001
  case gpsLatitude = 0x0002
  case gpsLongitudeRef = 0x0003
  case gpsLongitude = 0x0004
  case gpsAltitudeRef = 0x0005
  case gpsAltitude = 0x0006
  case gpsTimeStamp = 0x0007
  case gpsStatus = 0x0009
  case gpsImgDirectionRef = 0x0010
  case gpsImgDirection = 0x0011
  case gpsDateStamp = 0x001D
  case gpsHPositioningError = 0x001F
  case subfileType = 0x00FE
  case imageWidth = 0x0100
  case imageLength = 0x0101
  case compression = 0x0103
  case imageDescription = 0x010E
  case make = 0x010F
  case model = 0x0110
  case orientation = 0x0112
  case software = 0x0131
  case dateTime = 0x0132
  case artist = 0x013B
  case subDirectories = 0x014A
  case thumbnailOffset = 0x0201
  case thumbnailLength = 0x0202
  case xmp = 0x02BC
  case rating = 0x4746
  case ratingPercent = 0x4749
  case copyright = 0x8298
  case iptc = 0x83BB
  case leafData = 0x8606
  case photoshop = 0x8649
  case exifDirectory = 0x8769
  case gpsDirectory = 0x8825
  case dateTimeOriginal = 0x9003
  case dateTimeDigitized = 0x9004
  case offsetTime = 0x9010
  case offsetTimeOriginal = 0x9011
  case offsetTimeDigitized = 0x9012
  case focalLength = 0x920A
  case makerNote = 0x927C
  case userComment = 0x9286
  case subSecTime = 0x9290
  case subSecTimeOriginal = 0x9291
  case subSecTimeDigitized = 0x9292
  case xpTitle = 0x9C9B
  case xpComment = 0x9C9C
  case xpAuthor = 0x9C9D
  case xpKeywords = 0x9C9E
  case xpSubject = 0x9C9F
  case pixelWidth = 0xA002
  case pixelHeight = 0xA003
  case interoperabilityDirectory = 0xA005
  case focalPlaneXResolution = 0xA20E
  case focalPlaneResolutionUnit = 0xA210
  case focalLengthIn35mmFilm = 0xA405
  case lensModel = 0xA434
  case dngVersion = 0xC612

  /// The name in the Exif standard.
  var name: String {
    switch self {
    case .gpsLatitudeRef: "GPSLatitudeRef"
    case .gpsLatitude: "GPSLatitude"
    case .gpsLongitudeRef: "GPSLongitudeRef"
    case .gpsLongitude: "GPSLongitude"
    case .gpsAltitudeRef: "GPSAltitudeRef"
    case .gpsAltitude: "GPSAltitude"
    case .gpsTimeStamp: "GPSTimeStamp"
    case .gpsStatus: "GPSStatus"
    case .gpsImgDirectionRef: "GPSImgDirectionRef"
    case .gpsImgDirection: "GPSImgDirection"
    case .gpsDateStamp: "GPSDateStamp"
    case .gpsHPositioningError: "GPSHPositioningError"
    case .subfileType: "NewSubfileType"
    case .imageWidth: "ImageWidth"
    case .imageLength: "ImageLength"
    case .compression: "Compression"
    case .imageDescription: "ImageDescription"
    case .make: "Make"
    case .model: "Model"
    case .orientation: "Orientation"
    case .software: "Software"
    case .dateTime: "DateTime"
    case .artist: "Artist"
    case .subDirectories: "SubIFDs"
    case .rating: "Rating"
    case .ratingPercent: "RatingPercent"
    case .copyright: "Copyright"
    case .userComment: "UserComment"
    case .xpTitle: "XPTitle"
    case .xpComment: "XPComment"
    case .xpAuthor: "XPAuthor"
    case .xpKeywords: "XPKeywords"
    case .xpSubject: "XPSubject"
    case .thumbnailOffset: "JPEGInterchangeFormat"
    case .thumbnailLength: "JPEGInterchangeFormatLength"
    case .xmp: "XMP"
    case .iptc: "IPTC-NAA"
    case .leafData: "LeafData"
    case .photoshop: "PhotoshopSettings"
    case .exifDirectory: "ExifIFDPointer"
    case .gpsDirectory: "GPSInfoIFDPointer"
    case .dateTimeOriginal: "DateTimeOriginal"
    case .dateTimeDigitized: "DateTimeDigitized"
    case .offsetTime: "OffsetTime"
    case .offsetTimeOriginal: "OffsetTimeOriginal"
    case .offsetTimeDigitized: "OffsetTimeDigitized"
    case .focalLength: "FocalLength"
    case .focalPlaneXResolution: "FocalPlaneXResolution"
    case .focalPlaneResolutionUnit: "FocalPlaneResolutionUnit"
    case .focalLengthIn35mmFilm: "FocalLengthIn35mmFilm"
    case .makerNote: "MakerNote"
    case .subSecTime: "SubSecTime"
    case .subSecTimeOriginal: "SubSecTimeOriginal"
    case .subSecTimeDigitized: "SubSecTimeDigitized"
    case .pixelWidth: "PixelXDimension"
    case .pixelHeight: "PixelYDimension"
    case .interoperabilityDirectory: "InteroperabilityIFDPointer"
    case .lensModel: "LensModel"
    case .dngVersion: "DNGVersion"
    }
  }
}
