/**
 * A list of photos: what a cluster holds as a wall of pictures, what is near a spot as rows.
 * @module
 */

import { compassPoint, formatCount, formatCoordinates, formatDay, formatDistance, formatPhotos } from "../format.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { thumbnail } from "./thumbnail.js";

/**
 * @param {import("../state.js").PhotoList} list
 * @returns {{title: string, detail: string}}
 */
export function listTitle(list) {
  if (list.subject.type === "near") {
    const { lat, lon } = list.subject.spot;
    return { title: "Nearest photos", detail: formatCoordinates(lat, lon) };
  }
  return { title: list.total === null ? "Photos" : formatPhotos(list.total), detail: list.span };
}

/**
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {any} options.actions
 */
export function createListPane({ api, actions }) {
  const items = h("ul", { class: "photo-list", role: "list" });
  const status = h("p", { class: "list-status", role: "status" });
  const more = h("button", { type: "button", class: "button list-more", onclick: () => actions.more() });
  const foot = h("div", { class: "list-foot" }, status, more);
  const element = h("div", { class: "panel-body list-pane" }, items, foot);
  let subject = null;
  let shown = 0;
  let lastOpened = null;

  // The next page is fetched before the reader arrives at the end of this one.
  const end = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && !more.dataset.failed) actions.more();
  }, { root: element, rootMargin: "600px" });

  items.addEventListener("click", (event) => {
    const item = event.target.closest("[data-item]");
    if (!item) return;
    lastOpened = item;
    actions.openPhoto(Number(item.dataset.item));
  });
  items.addEventListener("keydown", (event) => moveFocus(event, items));
  for (const type of ["pointerover", "focusin"]) {
    items.addEventListener(type, (event) => {
      const item = event.target.closest("[data-item]");
      actions.point(item ? Number(item.dataset.item) : null);
    });
  }
  for (const type of ["pointerleave", "focusout"]) items.addEventListener(type, () => actions.point(null));

  /** @param {import("../state.js").PhotoList} list */
  function show(list) {
    if (list.subject !== subject) {
      [subject, shown, lastOpened] = [list.subject, 0, null];
      items.replaceChildren();
      element.scrollTop = 0;
      items.className = `photo-list ${subject.type === "near" ? "is-rows" : "is-wall"}`;
    }
    const make = subject.type === "near" ? row : tile;
    items.append(...list.photos.slice(shown).map((feature) => h("li", {}, make(feature, api))));
    shown = list.photos.length;
    showFoot(list);
  }

  function showFoot(list) {
    const failed = list.status === "failed";
    setText(status, statusText(list));
    more.hidden = !list.more || list.status === "loading";
    more.toggleAttribute("data-failed", failed);
    setText(more, failed ? "Try again" : "Show more");
    element.setAttribute("aria-busy", String(list.status === "loading"));
    end.disconnect();
    if (list.more && list.status === "ready") end.observe(foot);
  }

  return {
    element,
    show,
    /** Puts the focus back on the item that was opened last. @returns {boolean} whether there is one */
    focusLast() {
      lastOpened?.focus();
      return lastOpened !== null;
    },
  };
}

function statusText(list) {
  if (list.status === "failed") return list.problem;
  if (list.status === "loading") return list.photos.length ? "Loading more…" : "Loading…";
  if (list.photos.length === 0) return "There are no photos here.";
  if (list.subject.type === "near" || list.more) return "";
  return list.photos.length > 60 ? `That is all ${formatCount(list.photos.length)} of them.` : "";
}

function tile(feature, api) {
  const { properties } = feature;
  return h("button", {
    type: "button", class: "tile", "data-item": feature.id, title: properties.filename,
    "aria-label": `${properties.filename}, ${formatDay(properties)}`,
  }, thumbnail(api.thumbnailURL(feature.id, 130)));
}

function row(feature, api) {
  const { properties } = feature;
  return h("button", { type: "button", class: "row", "data-item": feature.id },
    thumbnail(api.thumbnailURL(feature.id, 64)),
    h("span", { class: "row-text" },
      h("span", { class: "row-title" }, properties.filename),
      h("span", { class: "row-detail" }, formatDay(properties))),
    h("span", { class: "row-distance" },
      h("span", { class: "row-metres" }, formatDistance(properties.distance)),
      bearing(properties)));
}

function bearing({ bearing: degrees, distance }) {
  if (degrees === undefined || distance < 0.95) return null;
  const arrow = icon("arrow", "icon row-arrow");
  arrow.style.transform = `rotate(${degrees}deg)`;
  return h("span", { class: "row-bearing" }, arrow, compassPoint(degrees));
}

/** Arrow keys go from item to item, by the rows that the eye sees. */
function moveFocus(event, items) {
  const all = [...items.querySelectorAll("[data-item]")];
  const at = all.indexOf(document.activeElement);
  if (at < 0) return;
  const top = all[0].offsetTop;
  const columns = Math.max(1, all.findIndex((item) => item.offsetTop > top));
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  const target = { Home: 0, End: all.length - 1 }[event.key] ?? at + (steps[event.key] ?? NaN);
  if (Number.isNaN(target)) return;
  event.preventDefault();
  all[Math.max(0, Math.min(all.length - 1, target))].focus();
}
