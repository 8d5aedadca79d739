/**
 * What an empty search box offers: the last searches, places with most photos, the newest days.
 * @module
 */

import { NO_FILTERS, filterKey } from "../filters/filters.js";
import { formatPeriod, formatPhotos, formatPlace, wallClock } from "../core/format.js";
import { recentSearches } from "./recent.js";
import { TEXTS } from "../core/texts.js";

const MOST_RECENT = 3;
const MOST_PLACES = 3;
const MOST_DAYS = 3;

/** @typedef {import("./answers.js").Answer} Answer */

/**
 * @param {import("../filters/facets.js").Facets | null} facets
 * @param {import("../api/photos.js").Photo[]} days the newest photo of each of the newest days
 * @returns {Answer[]}
 */
export function suggestions(facets, days) {
  const recent = recentSearches().slice(0, MOST_RECENT).map(({ title, filters }) => suggestion("search", title, TEXTS.recentSearch, filters));
  const places = (facets?.place ?? []).slice(0, MOST_PLACES).map(({ value, label, count }) => {
    const [name, ...country] = label.split(", ");
    return suggestion("place", name, [country.join(", "), formatPhotos(count ?? 0)].filter(Boolean).join(" · "), { ...NO_FILTERS, place: value });
  });
  const different = new Map([...recent, ...places, ...days.map(dayAnswer)].map((one) => [filterKey(one.changes), one]));
  return [...different.values()];
}

/** @returns {Answer} */
function suggestion(sign, title, detail, changes) {
  return { kind: "filter", sign, title, detail, changes };
}

/** @param {import("../api/photos.js").Photo} photo @returns {Answer} */
function dayAnswer(photo) {
  const date = dayOf(photo);
  const detail = [TEXTS.newestDay, formatPlace(photo.properties)?.name].filter(Boolean).join(" · ");
  return { ...suggestion("clock", formatPeriod(/** @type {Date} */ (wallClock(photo.properties)), "day"), detail, { ...NO_FILTERS, time: `${date}/${date}` }), pictures: [photo] };
}

function dayOf({ properties }) {
  return wallClock(properties)?.toISOString().slice(0, 10) ?? "";
}

/**
 * @param {import("../api.js").Api} api
 * @returns {Promise<import("../api/photos.js").Photo[]>} the newest photo of each of the newest days
 */
export async function newestDays(api) {
  const photos = [];
  let time = "";
  while (photos.length < MOST_DAYS) {
    const [photo] = (await api.items("newest", 1, { ...NO_FILTERS, time })).features;
    const day = photo && dayOf(photo);
    if (!day) break;
    photos.push(photo);
    time = `../${new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)}`;
  }
  return photos;
}
