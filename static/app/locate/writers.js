/**
 * Positions as GeoJSON, GPX and CSV, as the server writes those of the library. Pure.
 * @module
 */

/** @typedef {import("../api/locate.js").LocatedFile} LocatedFile */

/** The first columns; the others follow in the order in which photos have them. */
const COLUMNS = ["filename", "longitude", "latitude", "takenAt", "altitude", "reason", "detail"];
/** A spreadsheet takes a text that begins so for a formula. The apostrophe before it can be removed again. */
const NEEDS_GUARD = /^[=+\-@'\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;
/** What XML cannot have, not even escaped. */
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const IN_XML = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;" };

/** The forms, with their media types and writers. The name is also the extension of the file. */
export const FORMS = {
  geojson: { type: "application/geo+json", write: geoJSONOf },
  gpx: { type: "application/gpx+xml", write: gpxOf },
  csv: { type: "text/csv;charset=utf-8", write: csvOf },
};

/** @typedef {keyof typeof FORMS} Form */

/** @param {LocatedFile[]} files @returns {string} also those without a position, with the reason */
export function geoJSONOf(files) {
  const lines = files.map(({ geometry, properties }) => JSON.stringify({ type: "Feature", geometry, properties }));
  return `{"type":"FeatureCollection","features":[\n${lines.join(",\n")}\n]}\n`;
}

/** @param {LocatedFile[]} files @returns {string} only those with a position */
export function gpxOf(files) {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="geoindex" xmlns="http://www.topografix.com/GPX/1/1">',
    ...files.filter(({ geometry }) => geometry).map(waypointOf),
    "</gpx>", "",
  ].join("\n");
}

/**
 * The schema fixes the order of the elements.
 *
 * @param {LocatedFile} file
 */
function waypointOf({ geometry: { coordinates: [lon, lat] }, properties: { filename, altitude, takenAt, place: settlement, country } }) {
  const parts = [
    Number.isFinite(altitude) && `<ele>${decimal(altitude)}</ele>`,
    instantOf(takenAt) && `<time>${instantOf(takenAt)}</time>`,
    `<name>${inXML(filename)}</name>`,
    settlement && `<desc>${inXML([settlement, country].filter(Boolean).join(", "))}</desc>`,
  ];
  // The schema excludes a longitude of exactly 180°.
  const place = [`lat="${decimal(lat)}"`, `lon="${decimal(lon === 180 ? -180 : lon)}"`].join(" ");
  return `<wpt ${place}>${parts.filter(Boolean).join("")}</wpt>`;
}

/** @param {string | undefined} takenAt @returns {string} in UTC; empty if the zone is unknown */
function instantOf(takenAt) {
  if (!/T.*(Z|[+-]\d\d:?\d\d)$/.test(takenAt ?? "")) return "";
  const date = new Date(takenAt);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().replace(".000Z", "Z");
}

/** @param {number} number @returns {string} without an exponent */
function decimal(number) {
  return number.toFixed(7).replace(/\.?0+$/, "");
}

/** @param {string | undefined} text */
function inXML(text = "") {
  return text.replace(NOT_IN_XML, "\ufffd").replace(/[&<>"\t\n\r]/g, (one) => IN_XML[one]);
}

/** @param {LocatedFile[]} files @returns {string} also those without a position, with the reason */
export function csvOf(files) {
  const rows = files.map(({ geometry, properties }) => ({ ...properties, longitude: geometry?.coordinates[0], latitude: geometry?.coordinates[1] }));
  const others = new Set(rows.flatMap((row) => Object.keys(row)));
  for (const name of COLUMNS) others.delete(name);
  const columns = [...COLUMNS, ...others];
  return [columns.join(","), ...rows.map((row) => columns.map((name) => cellOf(row[name])).join(",")), ""].join("\r\n");
}

/** @param {unknown} value @returns {string} */
function cellOf(value) {
  if (value === undefined || value === null) return "";
  if (typeof value === "number") return decimal(value);
  const text = Array.isArray(value) ? listOf(value) : String(value);
  const guarded = NEEDS_GUARD.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(text) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** @param {unknown[]} texts @returns {string} with semicolons; a text with one is in quotation marks */
function listOf(texts) {
  return texts.map(String).map((text) => (text === "" || /^ | $|[;"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join("; ");
}
