/**
 * Formats the properties of a photo as text. Pure functions, no DOM.
 * @module
 */

import { fromTheLeft, isolated } from "./bidi.js";
import { LANGUAGE, formatCount } from "./language.js";
import { TEXTS } from "./texts.js";

export { LANGUAGE, formatCount };

const DAY = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", weekday: "long", day: "numeric", month: "long", year: "numeric" });
const TIME = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", hour: "numeric", minute: "2-digit", second: "2-digit" });
const CLOCK = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", hour: "numeric", minute: "2-digit" });
const SHORT = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" });
const SHORT_MONTH = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", month: "short", year: "numeric" });
const PERIODS = {
  day: new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", weekday: "short", day: "numeric", month: "long", year: "numeric" }),
  month: new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", month: "long", year: "numeric" }),
  year: new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", year: "numeric" }),
};
const DEGREES = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 5, maximumFractionDigits: 5 });
const TENTHS = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const METRES = inUnit("meter", 0);
const FEW_METRES = inUnit("meter", 0, 1);
const KILOMETRES = [inUnit("kilometer", 1), inUnit("kilometer", 0)];
const DURATIONS = { second: inUnit("second", 0, 0, "long"), minute: inUnit("minute", 0, 0, "long"), hour: inUnit("hour", 0, 0, "long"), day: inUnit("day", 0, 0, "long") };
const KILOBYTES = inUnit("kilobyte", 0);
const MEGABYTES = [inUnit("megabyte", 1), inUnit("megabyte", 0)];

/** @param {string} unit @param {number} least decimals @param {number} most @param {"short" | "long"} unitDisplay */
function inUnit(unit, least, most = least, unitDisplay = "short") {
  return new Intl.NumberFormat(LANGUAGE, { style: "unit", unit, unitDisplay, minimumFractionDigits: least, maximumFractionDigits: most });
}

const LOCATION_SOURCES = {
  exif: TEXTS.exifInTheFile,
  xmp: TEXTS.xmpInTheFile,
  sidecar: TEXTS.xmpSidecar,
  takeout: TEXTS.googleTakeout,
  quicktime: TEXTS.quicktimeMetadata,
  gpx: TEXTS.gpxTrack,
  import: TEXTS.import,
  track: TEXTS.recordedTrack,
  neighbour: TEXTS.photosOfOtherDevices,
  manual: TEXTS.placedByHand,
};

const TIME_SOURCES = {
  "offset-tag": TEXTS.timeFromOffset,
  gps: TEXTS.timeFromGPS,
  place: TEXTS.timeFromPlace,
  local: TEXTS.timeFromClock,
};

/**
 * A time of the reader's clock.
 *
 * @param {number} time in milliseconds since 1970 @param {Date} [now]
 * @returns {string} `30 Nov, 14:05`, with the year if that is another
 */
export function formatMoment(time, now = new Date()) {
  const year = now.getFullYear() === new Date(time).getFullYear() ? undefined : "numeric";
  return new Intl.DateTimeFormat(LANGUAGE, { day: "numeric", month: "short", year, hour: "numeric", minute: "2-digit" }).format(time);
}

/**
 * @param {number} count
 * @param {keyof typeof TEXTS.counted} [noun]
 * @returns {string} `1 photo`, `1,234 photos`
 */
export function formatPhotos(count, noun = "photo") {
  return TEXTS.counted[noun](count);
}

/**
 * @param {number} lat
 * @param {number} lon
 * @returns {string} `48.85840° N, 2.29450° E`
 */
export function formatCoordinates(lat, lon) {
  const { north, east, south, west } = TEXTS.hemispheres;
  const degrees = (/** @type {number} */ value) => fromTheLeft(`${DEGREES.format(Math.abs(value))}°`);
  return isolated(`${degrees(lat)} ${lat < 0 ? south : north}, ${degrees(lon)} ${lon < 0 ? west : east}`);
}

/**
 * @param {number} lat
 * @param {number} lon
 * @returns {string} `48.8584, 2.2945`, as other maps and `geoindex nearest` read it
 */
export function plainCoordinates(lat, lon) {
  return `${Number(lat.toFixed(7))}, ${Number(lon.toFixed(7))}`;
}

/**
 * @param {number} lat
 * @param {number} lon
 * @returns {string} `48° 51′ 30.2″ N, 2° 17′ 40.2″ E`
 */
export function sexagesimalCoordinates(lat, lon) {
  const { north, east, south, west } = TEXTS.hemispheres;
  const words = (value) => {
    const [degrees, minutes, seconds] = sexagesimal(value);
    return fromTheLeft(`${formatCount(degrees)}° ${formatCount(minutes)}′ ${TENTHS.format(seconds)}″`);
  };
  return isolated(`${words(lat)} ${lat < 0 ? south : north}, ${words(lon)} ${lon < 0 ? west : east}`);
}

/**
 * @param {number} lat
 * @param {number} lon
 * @returns {string} `48° 51' 30.2" N, 2° 17' 40.2" E`, with signs of keyboards and in English, which most programs can read
 */
export function plainSexagesimal(lat, lon) {
  const words = (value) => {
    const [degrees, minutes, seconds] = sexagesimal(value);
    return `${degrees}° ${minutes}' ${seconds.toFixed(1)}"`;
  };
  return `${words(lat)} ${lat < 0 ? "S" : "N"}, ${words(lon)} ${lon < 0 ? "W" : "E"}`;
}

/** @param {number} value @returns {number[]} degrees, minutes and seconds */
function sexagesimal(value) {
  // Rounds before it splits, so that the seconds are never 60.
  const tenths = Math.round(Math.abs(value) * 36_000);
  return [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, (tenths % 600) / 10];
}

/**
 * @param {number} metres
 * @returns {string} `12 m`, `3.4 km`, `1,234 km`
 */
export function formatDistance(metres) {
  if (metres < 0.95) return metres < 0.05 ? TEXTS.here : TEXTS.underOneMetre;
  if (metres < 999.5) return METRES.format(metres);
  const kilometres = metres / 1000;
  return KILOMETRES[kilometres < 9.95 ? 0 : 1].format(kilometres);
}

/** @param {number} metres @returns {string} `4.5 m`, `35 m` */
export function formatMetres(metres) {
  return (metres < 10 ? FEW_METRES : METRES).format(metres);
}

/**
 * @param {number} seconds
 * @returns {string} `45 seconds`, `20 minutes`, `3 hours`, `12 days`
 */
export function formatDuration(seconds) {
  if (seconds < 90) return DURATIONS.second.format(seconds);
  if (seconds < 90 * 60) return DURATIONS.minute.format(seconds / 60);
  const hours = seconds / 3600;
  return hours < 48 ? DURATIONS.hour.format(hours) : DURATIONS.day.format(hours / 24);
}

/**
 * @param {number} degrees
 * @returns {string} one of sixteen compass points
 */
export function compassPoint(degrees) {
  return TEXTS.compass[Math.round((((degrees % 360) + 360) % 360) / 22.5) % 16];
}

/**
 * @param {number} degrees
 * @returns {string} `247° WSW`
 */
export function formatDirection(degrees) {
  return `${formatCount(Math.round(degrees) % 360)}° ${compassPoint(degrees)}`;
}

/**
 * @param {number} metres
 * @returns {string}
 */
export function formatAltitude(metres) {
  const level = Math.round(metres);
  if (level === 0) return TEXTS.atSeaLevel;
  return (level < 0 ? TEXTS.belowSeaLevel : TEXTS.aboveSeaLevel)(Math.abs(level));
}

/**
 * The local time of a photo, as a date whose UTC fields are the fields of the local clock.
 *
 * @param {import("../api/photos.js").PhotoProperties} photo properties of a photo
 * @returns {Date | null}
 */
export function wallClock(photo) {
  const text = photo.takenAtLocal ?? photo.takenAt;
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?/.exec(text ?? "");
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day);
  return Number.isNaN(date.getTime()) ? null : date;
}

/**
 * The local day and time of a photo, and how certain its time zone is.
 *
 * @param {import("../api/photos.js").PhotoProperties} photo properties of a photo
 * @returns {{day: string, time: string, zone: string} | null}
 */
export function formatTaken(photo) {
  const date = wallClock(photo);
  if (!date) return null;
  return { day: DAY.format(date), time: TIME.format(date), zone: zoneOf(photo) };
}

/** @param {import("../api/photos.js").PhotoProperties} photo */
function zoneOf(photo) {
  if (!photo.takenAt || photo.timeSource === "local") return TEXTS.timeZoneUnknown;
  const offset = offsetOf(photo);
  if (photo.timeSource === "gps") return TEXTS.offsetFromGPS(offset);
  if (photo.timeSource === "place") return TEXTS.offsetFromLocation(offset);
  return offset;
}

/** @param {import("../api/photos.js").PhotoProperties} photo */
function offsetOf(photo) {
  const match = /(Z|([+-])(\d\d):?(\d\d))$/.exec(photo.takenAt);
  if (!match) return TEXTS.timeZoneUnknown;
  if (match[1] === "Z" || (match[3] === "00" && match[4] === "00")) return "UTC";
  const minutes = match[4] === "00" ? "" : `:${match[4]}`;
  return `UTC${match[2] === "-" ? "−" : "+"}${Number(match[3])}${minutes}`;
}

/**
 * @param {import("../api/photos.js").PhotoProperties} photo properties of a photo
 * @returns {string} `1 May 2024`, or "Undated"
 */
export function formatDay(photo) {
  const date = wallClock(photo);
  return date ? SHORT.format(date) : TEXTS.undated;
}

/**
 * @param {import("../api/photos.js").PhotoProperties} photo properties of a photo
 * @returns {string} `10:24`; empty if it is undated
 */
export function formatClock(photo) {
  const date = wallClock(photo);
  return date ? CLOCK.format(date) : "";
}

/** At this distance in metres or more, a photo is near a settlement, and not in it. */
const FAR_FROM_PLACE = 25_000;

/**
 * The name of the area of a photo, else of its settlement, and of what is around it.
 *
 * @param {import("../api/photos.js").PhotoProperties} properties of a photo or a position
 * @returns {{name: string, within: string} | null} null if no name is known; `within` may be empty
 */
export function formatPlace({ area, place, placeDistance = 0, region, country, flight }) {
  const isFar = placeDistance >= FAR_FROM_PLACE;
  // An area needs no settlement far away from it.
  const [name, ...around] = [...new Set([area, area && isFar ? "" : place, region, country].filter(Boolean))];
  if (!name) return null;
  if (flight) return { name: TEXTS.abovePlace(name), within: around.join(", ") };
  return { name: place && isFar && !area ? TEXTS.nearPlace(name) : name, within: around.join(", ") };
}

/** @param {number} month 1 to 12 @returns {string} */
export function nameOfMonth(month) {
  return new Intl.DateTimeFormat(LANGUAGE, { month: "long", timeZone: "UTC" }).format(Date.UTC(2000, month - 1, 15));
}

/**
 * @param {import("../api/photos.js").PhotoProperties} photo properties of a photo
 * @returns {string} `Schwangau, 1 May 2024`, or the day alone
 */
export function formatPlaceAndDay(photo) {
  return [isolated(formatPlace(photo)?.name ?? ""), formatDay(photo)].filter(Boolean).join(", ");
}

/**
 * @param {Date} date
 * @param {"day" | "month" | "year"} period
 * @returns {string} the period that holds it: `Wed 1 May 2024`, `May 2024` or `2024`
 */
export function formatPeriod(date, period) {
  return PERIODS[period].format(date);
}

/**
 * @param {Date} date
 * @param {"day" | "month" | "year"} period
 * @returns {string} the period that holds it, for narrow spaces: `1 May 2024`, `Sept 2024` or `2024`
 */
export function formatShortPeriod(date, period) {
  return period === "month" ? SHORT_MONTH.format(date) : period === "day" ? SHORT.format(date) : PERIODS.year.format(date);
}

/**
 * The days between two moments, as short as possible.
 *
 * @param {string | undefined} from
 * @param {string | undefined} to
 * @returns {string} empty if either is unknown
 */
export function formatDays(from, to) {
  const start = wallClock({ takenAt: from });
  const end = wallClock({ takenAt: to });
  if (!start || !end) return "";
  return SHORT.formatRange(start, end);
}

/**
 * The months between two moments in one year, otherwise the years.
 *
 * @param {string | undefined} from
 * @param {string | undefined} to
 * @returns {string} `May 2024`, `May – August 2024` or `2011–2024`; empty if either is unknown
 */
export function formatMonths(from, to) {
  const start = wallClock({ takenAt: from });
  const end = wallClock({ takenAt: to });
  if (!start || !end) return "";
  const period = start.getUTCFullYear() === end.getUTCFullYear() ? "month" : "year";
  return PERIODS[period].formatRange(start, end);
}

/**
 * @param {import("../api/photos.js").PhotoProperties} photo properties of a photo
 * @returns {string} `Canon EOS R5`, without naming the maker twice
 */
export function formatCamera(photo) {
  const make = (photo.cameraMake ?? "").trim();
  const model = (photo.cameraModel ?? "").trim();
  const firstWord = make.split(/\s+/)[0].toLowerCase();
  if (!make || model.toLowerCase().startsWith(firstWord)) return model || make;
  return `${make} ${model}`.trim();
}

/**
 * @param {import("../api/photos.js").PhotoProperties} photo properties of a photo
 * @returns {string} `4,000 × 3,000 · 5.2 MB`
 */
export function formatFile(photo) {
  const parts = [];
  if (photo.width && photo.height) parts.push(`${formatCount(photo.width)} × ${formatCount(photo.height)}`);
  if (photo.size) parts.push(formatBytes(photo.size));
  return parts.join(" · ");
}

function formatBytes(bytes) {
  if (bytes < 1e6) return KILOBYTES.format(Math.max(1, bytes / 1e3));
  return MEGABYTES[bytes < 1e7 ? 0 : 1].format(bytes / 1e6);
}

/**
 * @param {import("../api/photos.js").PhotoProperties} photo properties of a photo
 * @returns {string} the source of its time, or an empty string
 */
export function formatTimeSource({ timeSource, locationSource }) {
  // Imported metadata does not say from which clock its time is.
  if (locationSource === "import") return timeSource ? TEXTS.timeFromImport : "";
  return TIME_SOURCES[timeSource] ?? "";
}

/**
 * @param {string | undefined} source the API's word
 * @returns {string}
 */
export function formatLocationSource(source) {
  return LOCATION_SOURCES[source] ?? source ?? "";
}

/**
 * @param {string} [text]
 * @returns {string} with a capital first letter, unless the text begins with the name of a file or a field
 */
export function asSentence(text = "") {
  const namesFile = /^[^:]*\.[^:\s]+:/.test(text);
  return !namesFile && /^\p{Ll}[\p{Ll}’'-]*(?=[\s,;]|\.?$|\.\s)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
