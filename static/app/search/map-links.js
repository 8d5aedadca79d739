/**
 * Finds the position in a link to a map. Pure: it sends no requests.
 * @module
 */

import { parseCoordinates } from "./coordinates.js";
import { decodePlusCode, parsePlusCode } from "./plus-code.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {import("./coordinates.js").Found} Found
 * @typedef {{refused: string}} Refused why a link has no position, as a text
 */

const LINK = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?::\d+)?(?:[/?#].*)?$/i;
const LOCAL_LINK = /^https?:\/\//i;
const SHORT = /(^|\.)(goo\.gl|g\.co|bit\.ly|binged\.it|aka\.ms|apple\.co|t\.co|tinyurl\.com|maps\.apple|w3w\.co)$/i;
const SHORT_LINK = TEXTS.shortLink;
const LONGEST = 4000;
const SIGNED = "([-+]?\\d{1,3}(?:\\.\\d+)?)";

/**
 * @param {string} text
 * @returns {Found | Refused | null} null if the text is not a link to a map
 */
export function parseMapLink(text) {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return null;
  if (/^geo:/i.test(trimmed)) return parseGeo(trimmed);
  if (/^(\/{3})?\p{L}+\.\p{L}+\.\p{L}+$/u.test(trimmed) && trimmed.startsWith("///")) {
    return { refused: TEXTS.threeWords };
  }
  const host = LINK.exec(trimmed)?.[1].toLowerCase();
  if (!host && !LOCAL_LINK.test(trimmed)) return null;
  const url = urlOf(trimmed);
  if (!url) return null;
  const found = placeOf(url);
  if (found) return found;
  if (SHORT.test(url.hostname) || /^\/go\//.test(url.pathname)) return { refused: SHORT_LINK };
  return LOCAL_LINK.test(trimmed) || /map|osm/.test(url.href) ? { refused: TEXTS.linkWithoutCoordinates } : null;
}

function urlOf(text) {
  try {
    return new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    return null;
  }
}

/**
 * A position of a place in the link has priority over the position of the view.
 *
 * @param {URL} url @returns {Found | null}
 */
function placeOf(url) {
  const path = decoded(url.pathname);
  const fields = url.searchParams;
  const hash = new URLSearchParams(url.hash.slice(1));
  const get = (name) => fields.get(name) ?? hash.get(name);
  const zoom = number(get("z") ?? get("zoom") ?? get("lvl"));
  const sights = [
    () => pinned(`${path}${url.search}`),
    () => pair(get("mlat"), get("mlon")),
    () => isYandex(url) && lonLat(get("pt") ?? get("whatshere[point]") ?? get("ll")),
    () => pair(get("lat"), get("lon") ?? get("lng")),
    () => /(^|\.)mapy\.(cz|com)$/.test(url.hostname) && pair(get("y"), get("x")),
    () => first(["coordinate", "query", "q", "ll", "destination", "daddr", "center", "viewpoint", "sll", "near"], (name) => coordinates(get(name))),
    () => tilde(get("cp")) ?? tilde(/^point\.([^_]+_[^_]+)/.exec(get("sp") ?? "")?.[1]?.replace("_", "~")),
    () => geohack(get("params")),
    () => inPath(path),
    () => mapField(get("map")),
    () => hashPath(url.hash),
    () => plusCode(path) ?? plusCode(get("q") ?? ""),
  ];
  const found = first(sights, (sight) => sight() || null);
  if (!found) return null;
  const nearness = found.zoom ?? zoom;
  return nearness === null ? found : { ...found, zoom: nearness };
}

function first(all, look) {
  for (const one of all) {
    const found = look(one);
    if (found) return found;
  }
  return null;
}

function isYandex(url) {
  return /(^|\.)yandex\./.test(url.hostname);
}

/** Google's `!3d48.85!4d2.29`: the last one is the place that the link is about. */
function pinned(text) {
  const all = [...text.matchAll(new RegExp(`!3d${SIGNED}!4d${SIGNED}`, "g"))];
  const last = all.at(-1);
  return last ? pair(last[1], last[2]) : null;
}

/** `/@48.85,2.29,17z`, `/place/48.85,2.29`, `/48.85,2.29`. */
function inPath(path) {
  const camera = new RegExp(`@${SIGNED},${SIGNED}(?:,([\\d.]+)(z|m)?)?`).exec(path);
  const named = first(path.split("/").filter((part) => /\d/.test(part) && !part.startsWith("@")), (part) => coordinates(part.replaceAll("+", " ")));
  if (named) return { ...named, ...zoomOf(camera) };
  const seen = camera && pair(camera[1], camera[2]);
  return seen && { ...seen, ...zoomOf(camera) };
}

function zoomOf(camera) {
  if (!camera?.[3]) return {};
  const value = Number(camera[3]);
  return { zoom: camera[4] === "m" ? Math.max(1, Math.min(20, Math.round(25 - Math.log2(value)))) : value };
}

/** `map=zoom/lat/lon` of OpenStreetMap and this page; HERE's is `lat,lon,zoom`. */
function mapField(text) {
  const parts = (text ?? "").split("/");
  if (parts.length >= 3) {
    const found = pair(parts[1], parts[2]);
    return found && { ...found, ...(number(parts[0]) === null ? {} : { zoom: Number(parts[0]) }) };
  }
  const [lat, lon, zoom] = (text ?? "").split(",");
  const found = pair(lat, lon);
  return found && { ...found, ...(number(zoom) === null ? {} : { zoom: Number(zoom) }) };
}

/** `#12/48.85/2.29`, of MapLibre and many others. */
function hashPath(hash) {
  return /^#[\d.]+\/-?[\d.]+\/-?[\d.]+/.test(hash) ? mapField(hash.slice(1)) : null;
}

/** Wikipedia's `48_51_29.6_N_2_17_40.2_E_type:landmark`. */
function geohack(text) {
  const match = /^([\d._-]+_[NS]_[\d._-]+_[EW])|^(-?[\d.]+;-?[\d.]+)/.exec(text ?? "");
  return match && parseCoordinates(match[0]);
}

function plusCode(text) {
  const code = text.split("/").map((part) => parsePlusCode(part.replace(" ", "+"))).find((one) => one && !one.isShort);
  return code ? decodePlusCode(code, { lat: 0, lon: 0 }) : null;
}

/** RFC 5870, and Android's `?q=lat,lon(name)`. */
function parseGeo(text) {
  const [, place = "", query = ""] = /^geo:([^?;]*)[^?]*(?:\?(.*))?$/i.exec(text) ?? [];
  const fields = new URLSearchParams(query);
  const [lat, lon] = place.split(",");
  const asked = coordinates((fields.get("q") ?? "").replace(/\(.*$/, ""));
  const zoom = number(fields.get("z"));
  const found = asked ?? pair(lat, lon);
  if (!found) return { refused: TEXTS.geoWithoutCoordinates };
  return zoom === null ? found : { ...found, zoom };
}

function coordinates(text) {
  if (!text) return null;
  const found = parseCoordinates(text.replace(/^loc:/i, "").replace(/[([].*$/, "").replace(/^(-?[\d.]+,-?[\d.]+),.*$/, "$1"));
  return found && !found.swapped ? found : null;
}

function tilde(text) {
  const [lat, lon] = (text ?? "").split("~");
  return pair(lat, lon);
}

function lonLat(text) {
  const [lon, lat] = (text ?? "").split(",");
  return pair(lat, lon);
}

/** @returns {Found | null} */
function pair(latitude, longitude) {
  const [lat, lon] = [number(latitude), number(longitude)];
  if (lat === null || lon === null) return null;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

function number(text) {
  return /^\s*[-+]?\d{1,3}(\.\d+)?\s*$/.test(text ?? "") ? Number(text) : null;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
