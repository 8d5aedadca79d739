/**
 * Finds the reader's location with the browser's help, or explains why it cannot.
 * @module
 */

import { TEXTS } from "../core/texts.js";

const PATIENCE_MS = 15_000;
const FRESH_MS = 60_000;

const REASONS = {
  1: TEXTS.nearMeBlocked,
  2: TEXTS.nearMeUnavailable,
  3: TEXTS.nearMeTimeout,
};
const INSECURE = TEXTS.nearMeInsecure;
const MISSING = TEXTS.nearMeMissing;

/**
 * @param {{isSecureContext: boolean, geolocation: Geolocation | undefined}} [browser]
 * @returns {Promise<{spot: {lat: number, lon: number}, accuracy: number}>} rejected with a message for the reader
 */
export function whereAmI(browser = { isSecureContext, geolocation: navigator.geolocation }) {
  if (!browser.isSecureContext) return Promise.reject(new Error(INSECURE));
  const { geolocation } = browser;
  if (!geolocation) return Promise.reject(new Error(MISSING));
  return new Promise((found, failed) => {
    geolocation.getCurrentPosition(
      ({ coords }) => found({ spot: { lat: coords.latitude, lon: coords.longitude }, accuracy: coords.accuracy }),
      ({ code }) => failed(new Error(REASONS[code] ?? REASONS[2])),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: FRESH_MS });
  });
}

/**
 * @param {number} accuracy in metres
 * @returns {number} the zoom at which a circle of that radius fills a good part of the map
 */
export function zoomForAccuracy(accuracy) {
  return Math.max(9, Math.min(15, 26 - Math.log2(Math.max(50, accuracy) * 4)));
}
