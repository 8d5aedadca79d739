/**
 * Finds out where the reader is, if the browser lets the page know, and says why when it does not.
 * @module
 */

const PATIENCE_MS = 15_000;
const FRESH_MS = 60_000;

const REASONS = {
  1: "Location access is blocked. Allow location for this page in the browser’s site settings and try again, or click the map instead.",
  2: "This device couldn’t find its location. Turn on location services, or click the map instead.",
  3: "Finding your location took too long. Try again outdoors, or click the map instead.",
};
const INSECURE = "Browsers share your location only with pages on this computer or over https. Open the map at localhost, serve it with --tls-cert, or click the map instead.";
const MISSING = "This browser can’t find your location. Click the map, or enter a place in the search box.";

/**
 * @param {{isSecureContext: boolean, geolocation: Geolocation | undefined}} [browser]
 * @returns {Promise<{spot: {lat: number, lon: number}, accuracy: number}>} fails with words for people
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
 * @returns {number} the zoom at which a circle of that size is a good part of the map
 */
export function zoomForAccuracy(accuracy) {
  return Math.max(9, Math.min(15, 26 - Math.log2(Math.max(50, accuracy) * 4)));
}
