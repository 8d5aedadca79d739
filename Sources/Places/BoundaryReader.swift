public import PhotoFacts
internal import SQLite

/// Reads the polygons of a GeoPackage and their names.
public struct BoundaryReader {
  /// The options that a GeoPackage with several layers or columns of texts needs.
  public struct Choice: Sendable {
    /// The table; nil for the only one with polygons.
    public var layer: String?

    /// The column with the names; nil for the one that is most likely.
    public var name: String?

    /// Makes a choice.
    public init(layer: String? = nil, name: String? = nil) {
      (self.layer, self.name) = (layer, name)
    }
  }

  /// What was read.
  public struct Found: Sendable {
    /// The polygons.
    public var draft = BoundaryDraft()

    /// The table.
    public var layer: String

    /// The column of the names.
    public var nameColumn: String

    /// The number of rows that give no boundary, by reason.
    public var skipped: [PolygonProblem: Int] = [:]
  }

  /// Names of columns that hold the name in files of OpenStreetMap, Overture, Natural Earth and others, best first.
  private static let usualColumns = ["name", "names_primary", "primary_name", "title", "label"]

  private struct Layer {
    var table: String
    var geometry: String
    var system: String
  }

  private let path: FilePath
  private let connection: Connection

  /// Opens a GeoPackage.
  public init(path: FilePath) throws {
    self.path = path
    do {
      connection = try Connection(path: path, access: .readOnly)
      guard
        try connection.integer(
          "SELECT count(*) FROM sqlite_schema WHERE name IN ('gpkg_contents', 'gpkg_geometry_columns')"
        )
          == 2
      else { throw Self.isNoGeoPackage(path) }
    } catch let error as DatabaseError {
      if error.code == .notADatabase { throw Self.isNoGeoPackage(path) }
      throw BoundaryError("\(error); check the GeoPackage with: ogrinfo \(path)")
    }
  }

  private static func isNoGeoPackage(_ path: FilePath) -> BoundaryError {
    BoundaryError(
      "\(path) is not a GeoPackage; convert it with: ogr2ogr -f GPKG -t_srs EPSG:4326 boundaries.gpkg \(path)"
    )
  }

  /// Reads the polygons of a layer.
  public func read(_ choice: Choice) throws -> Found {
    do {
      return try polygons(choice)
    } catch let error as DatabaseError {
      throw BoundaryError("\(error); check the GeoPackage with: ogrinfo \(path)")
    }
  }

  private func polygons(_ choice: Choice) throws -> Found {
    let layer = try layer(choice.layer)
    guard ["EPSG:4326", "EPSG:4979", "OGC:CRS84"].contains(layer.system) else {
      throw BoundaryError(
        """
        the layer \(layer.table) of \(path) has the coordinates of \(layer.system), not longitude and \
        latitude; convert it with: ogr2ogr -f GPKG -t_srs EPSG:4326 boundaries.gpkg \(path) \(layer.table)
        """)
    }
    let column = try nameColumn(of: layer, choice.name)
    var found = Found(layer: layer.table, nameColumn: column)
    let rows = try connection.passingStatement(
      "SELECT \(Self.quoted(column)), \(Self.quoted(layer.geometry)) FROM \(Self.quoted(layer.table))"
    )
    try rows.forEachRow { row in
      do throws(PolygonProblem) {
        guard !row.isNull(1) else { throw .empty }
        try found.draft.add(name: row.text(0), geometry: row.bytes(1))
      } catch {
        found.skipped[error, default: 0] += 1
      }
      guard found.draft.vertexCount <= BoundaryDraft.vertexLimit else {
        throw BoundaryError(
          """
          \(path) has more than \(BoundaryDraft.vertexLimit) vertices; simplify it with: \
          ogr2ogr -f GPKG -simplify 0.0003 boundaries.gpkg \(path) \(layer.table)
          """)
      }
    }
    return found
  }

  private func layer(_ name: String?) throws -> Layer {
    let rows = try connection.statement(
      """
      SELECT gpkg_geometry_columns.table_name, column_name, geometry_type_name,
        coalesce(upper(organization) || ':' || organization_coordsys_id,
          'reference system ' || gpkg_geometry_columns.srs_id)
      FROM gpkg_geometry_columns JOIN gpkg_contents USING (table_name)
        LEFT JOIN gpkg_spatial_ref_sys ON gpkg_spatial_ref_sys.srs_id = gpkg_geometry_columns.srs_id
      ORDER BY gpkg_geometry_columns.table_name
      """)
    var layers: [Layer] = []
    try rows.forEachRow { row in
      let isFlat = ["POINT", "LINESTRING", "MULTIPOINT", "MULTILINESTRING"].contains(
        (row.text(2) ?? "").uppercased())
      guard !isFlat, let table = row.text(0), let geometry = row.text(1) else { return }
      layers.append(Layer(table: table, geometry: geometry, system: row.text(3) ?? ""))
    }
    let names = layers.map(\.table).joined(separator: ", ")
    if let name {
      guard let layer = layers.first(where: { $0.table == name }) else {
        throw BoundaryError(
          "\(path) has no layer \(name) with polygons; --layer takes one of: \(names)")
      }
      return layer
    }
    guard let only = layers.first else {
      throw BoundaryError("\(path) has no layer with polygons; give another file with --boundaries")
    }
    guard layers.count == 1 else {
      throw BoundaryError("\(path) has several layers; choose one of them with --layer: \(names)")
    }
    return only
  }

  private func nameColumn(of layer: Layer, _ wanted: String?) throws -> String {
    let columns = try connection.statement("SELECT name, type FROM pragma_table_info(?1)")
      .bind(layer.table).map { (name: $0.text(0) ?? "", type: ($0.text(1) ?? "").uppercased()) }
    let texts = columns.filter { $0.type.hasPrefix("TEXT") || $0.type.contains("CHAR") }.map(\.name)
    if let wanted {
      guard let column = columns.first(where: { $0.name.lowercased() == wanted.lowercased() })
      else {
        throw BoundaryError(
          "the layer \(layer.table) has no column \(wanted); --name takes one of: \(texts.joined(separator: ", "))"
        )
      }
      return column.name
    }
    for usual in Self.usualColumns {
      if let found = texts.first(where: { $0.lowercased() == usual }) { return found }
    }
    // GADM has NAME_0 for the country, NAME_1 for its parts and so on.
    let levels = texts.filter { $0.count == 6 && $0.uppercased().hasPrefix("NAME_") }.sorted()
    if let deepest = levels.last(where: { $0.last?.isNumber == true }) { return deepest }
    guard texts.count == 1, let only = texts.first else {
      throw BoundaryError(
        "choose the column of \(layer.table) that has the names, with --name: \(texts.joined(separator: ", "))"
      )
    }
    return only
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// Why a GeoPackage gives no boundaries.
public struct BoundaryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}
