/**
 * The page of a site that `geoindex site` wrote: a map, the photos in view, one photo. It reads only the files beside it.
 * @module
 */

import { basemapStyle, fontsOf } from "./app/map/basemap-style.js";
import { loadMapLibre } from "./app/map/maplibre.js";

/** The largest number of listed thumbnails, the newest first. */
const MOST_LISTED = 300;

const dark = matchMedia("(prefers-color-scheme: dark)");
const element = (id) => document.getElementById(id);
const numbers = new Intl.NumberFormat();

/** @type {any[]} newest first */
let photos = [];
/** @type {any[]} */
let listed = [];
let open = -1;

start();

async function start() {
  const collection = await json("photos.geojson");
  if (!collection) {
    element("count").textContent = "The photos could not be loaded.";
    return;
  }
  const time = (photo) => photo.properties.takenAtLocal ?? photo.properties.takenAt ?? "";
  photos = collection.features.sort((one, other) => time(other).localeCompare(time(one)));
  list(photos);
  wireViewer();
  followAddress();
  await startMap(collection, await json("basemap/basemap.json")).catch(() => element("map").remove());
}

async function json(file) {
  try {
    const answer = await fetch(file);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

async function startMap(collection, basemap) {
  const maplibre = await loadMapLibre();
  const style = () => withPhotos(basemapStyle({ theme: dark.matches ? "dark" : "light", base: document.baseURI, basemap }), collection, basemap);
  const map = new maplibre.Map({ container: "map", style: style(), maxZoom: 17, attributionControl: false, ...viewOf(collection) });
  map.addControl(new maplibre.AttributionControl({ compact: false, customAttribution: basemap?.attribution }));
  map.addControl(new maplibre.NavigationControl({ showCompass: false }));
  dark.addEventListener("change", () => map.setStyle(style()));
  map.on("moveend", () => list(photos.filter((photo) => map.getBounds().contains(photo.geometry.coordinates))));
  map.on("click", "photo", (event) => show(event.features[0].id));
  map.on("click", "cluster", async (event) => {
    const [feature] = event.features;
    const source = map.getSource("photos");
    const zoom = await source.getClusterExpansionZoom(feature.properties.cluster_id);
    if (zoom <= map.getMaxZoom()) {
      map.easeTo({ center: feature.geometry.coordinates, zoom });
      return;
    }
    const leaves = await source.getClusterLeaves(feature.properties.cluster_id, MOST_LISTED, 0);
    const ids = new Set(leaves.map((leaf) => leaf.id));
    list(photos.filter((photo) => ids.has(photo.id)));
  });
  for (const layer of ["photo", "cluster"]) {
    map.on("mouseenter", layer, () => (map.getCanvas().style.cursor = "pointer"));
    map.on("mouseleave", layer, () => (map.getCanvas().style.cursor = ""));
  }
}

/** The box around the photos. It never crosses the antimeridian, so photos on both sides of it show the whole world. */
function viewOf(collection) {
  if (!collection.features.length) return { center: [10, 25], zoom: 1 };
  const box = [180, 90, -180, -90];
  for (const { geometry: { coordinates: [x, y] } } of collection.features) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return { bounds: box, fitBoundsOptions: { padding: 40, maxZoom: 12 } };
}

function withPhotos(style, collection, basemap) {
  const font = fontsOf(basemap)?.strong;
  const labels = font && {
    id: "cluster-count", type: "symbol", source: "photos", filter: ["has", "point_count"],
    layout: { "text-field": ["get", "point_count_abbreviated"], "text-font": font, "text-size": 12, "text-allow-overlap": true },
    paint: { "text-color": "#ffffff" },
  };
  return {
    ...style,
    sources: { ...style.sources, photos: { type: "geojson", data: collection, cluster: true, clusterRadius: 44, clusterMaxZoom: 16 } },
    layers: [
      ...style.layers,
      circle("cluster", ["has", "point_count"], ["step", ["get", "point_count"], 13, 10, 16, 100, 20, 1000, 26]),
      circle("photo", ["!", ["has", "point_count"]], 7),
      ...(labels ? [labels] : []),
    ],
  };
}

function circle(id, filter, radius) {
  const paint = { "circle-color": "#2f6df0", "circle-radius": radius, "circle-stroke-color": "#ffffff", "circle-stroke-width": 2 };
  return { id, type: "circle", source: "photos", filter, paint };
}

function list(found) {
  listed = found;
  const count = `${numbers.format(found.length)} ${found.length === 1 ? "photo" : "photos"}`;
  element("count").textContent = found.length > MOST_LISTED ? `${count}, the newest ${MOST_LISTED} listed` : count;
  element("list").replaceChildren(...found.slice(0, MOST_LISTED).map(item));
}

function item(photo) {
  const image = Object.assign(document.createElement("img"), { src: `thumbnails/${photo.id}.jpg`, alt: factsOf(photo), loading: "lazy" });
  const button = Object.assign(document.createElement("button"), { type: "button" });
  button.append(image);
  button.addEventListener("click", () => show(photo.id));
  const row = document.createElement("li");
  row.append(button);
  return row;
}

function factsOf({ properties, geometry: { coordinates: [x, y] } }) {
  const time = properties.takenAtLocal ?? properties.takenAt;
  const local = time && new Date(time.replace(/(Z|[+-]\d\d:\d\d)$/, "")).toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" });
  const { cameraMake: make = "", cameraModel: model = "" } = properties;
  const camera = model.startsWith(make) ? model : `${make} ${model}`;
  return [properties.filename, local, camera, `${y.toFixed(5)}, ${x.toFixed(5)}`].filter(Boolean).join(" · ");
}

function show(id) {
  location.hash = `photo=${id}`;
}

/** The address says which photo is open, so that Back closes it and a link opens it. */
function followAddress() {
  const id = Number(/^#photo=(\d+)$/.exec(location.hash)?.[1]);
  const dialog = /** @type {HTMLDialogElement} */ (element("viewer"));
  const photo = photos.find((one) => one.id === id);
  if (!photo) {
    if (dialog.open) dialog.close();
    return;
  }
  if (!listed.includes(photo)) listed = photos;
  open = listed.indexOf(photo);
  Object.assign(element("picture"), { src: `pictures/${id}.jpg`, alt: factsOf(photo) });
  element("facts").textContent = factsOf(photo);
  Object.assign(element("previous"), { disabled: open === 0 });
  Object.assign(element("next"), { disabled: open === listed.length - 1 });
  if (!dialog.open) dialog.showModal();
}

function wireViewer() {
  const step = (by) => listed[open + by] && history.replaceState(null, "", `#photo=${listed[open + by].id}`);
  const go = (by) => {
    step(by);
    followAddress();
  };
  element("previous").addEventListener("click", () => go(-1));
  element("next").addEventListener("click", () => go(1));
  element("close").addEventListener("click", () => /** @type {HTMLDialogElement} */ (element("viewer")).close());
  element("viewer").addEventListener("close", () => location.hash && history.replaceState(null, "", location.pathname + location.search));
  element("viewer").addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") go(-1);
    if (event.key === "ArrowRight") go(1);
  });
  addEventListener("hashchange", followAddress);
}
