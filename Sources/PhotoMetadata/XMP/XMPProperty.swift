/// The XMP properties that are read.
enum XMPProperty: UInt8, CaseIterable {
  case gpsLatitude
  case gpsLatitudeRef
  case gpsLongitude
  case gpsLongitudeRef
  case gpsAltitude
  case gpsAltitudeRef
  case gpsImgDirection
  case gpsImgDirectionRef
  case gpsHPositioningError
  case gpsTimeStamp
  case droneLatitude
  case droneLongitude
  case droneLongtitude
  case droneAltitude
  case dateTimeOriginal
  case dateTimeDigitized
  case dateCreated
  case createDate
  case make
  case model
  case orientation
  case lensModel
  case lens

  /// The schema of the property.
  var namespace: XMPNamespace {
    switch self {
    case .gpsLatitude, .gpsLatitudeRef, .gpsLongitude, .gpsLongitudeRef, .gpsAltitude,
      .gpsAltitudeRef, .gpsImgDirection, .gpsImgDirectionRef, .gpsHPositioningError,
      .gpsTimeStamp, .dateTimeOriginal, .dateTimeDigitized:
      .exif
    case .droneLatitude, .droneLongitude, .droneLongtitude, .droneAltitude: .drone
    case .dateCreated: .photoshop
    case .createDate: .xmp
    case .make, .model, .orientation: .tiff
    case .lensModel: .exifEX
    case .lens: .aux
    }
  }

  /// The name in the schema.
  var localName: String {
    switch self {
    case .gpsLatitude: "GPSLatitude"
    case .gpsLatitudeRef: "GPSLatitudeRef"
    case .gpsLongitude: "GPSLongitude"
    case .gpsLongitudeRef: "GPSLongitudeRef"
    case .gpsAltitude: "GPSAltitude"
    case .gpsAltitudeRef: "GPSAltitudeRef"
    case .gpsImgDirection: "GPSImgDirection"
    case .gpsImgDirectionRef: "GPSImgDirectionRef"
    case .gpsHPositioningError: "GPSHPositioningError"
    case .gpsTimeStamp: "GPSTimeStamp"
    case .droneLatitude: "GpsLatitude"
    case .droneLongitude: "GpsLongitude"
    // Several generations of drones misspell it.
    case .droneLongtitude: "GpsLongtitude"
    case .droneAltitude: "AbsoluteAltitude"
    case .dateTimeOriginal: "DateTimeOriginal"
    case .dateTimeDigitized: "DateTimeDigitized"
    case .dateCreated: "DateCreated"
    case .createDate: "CreateDate"
    case .orientation: "Orientation"
    case .make: "Make"
    case .model: "Model"
    case .lensModel: "LensModel"
    case .lens: "Lens"
    }
  }

  /// The name with the usual prefix of the schema.
  var name: String { "\(namespace.rawValue):\(localName)" }
}

/// The schemas of the properties, by their usual prefixes.
enum XMPNamespace: String, CaseIterable {
  case rdf
  case exif
  case exifEX
  case tiff
  case xmp
  case photoshop
  case aux
  case drone = "drone-dji"

  /// The URI of the schema, without a trailing slash or hash.
  var address: String {
    switch self {
    case .rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns"
    case .exif: "http://ns.adobe.com/exif/1.0"
    case .exifEX: "http://cipa.jp/exif/1.0"
    case .tiff: "http://ns.adobe.com/tiff/1.0"
    case .xmp: "http://ns.adobe.com/xap/1.0"
    case .photoshop: "http://ns.adobe.com/photoshop/1.0"
    case .aux: "http://ns.adobe.com/exif/1.0/aux"
    case .drone: "http://www.dji.com/drone-dji/1.0"
    }
  }
}
