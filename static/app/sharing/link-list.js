/** @module */

import { formatPhotos } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { copyButton } from "../ui/copy-button.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { wordExpiry, wordTerms } from "./terms.js";

/** @typedef {import("../api/sharing.js").Share} Share */

/** In the address of the page: its requests are those of the guest, even if an owner is signed in. */
const AS_GUEST = "#as=guest";

/**
 * The links that are valid, that made last with its address and code.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {import("./sharing-view.js").Actions} options.actions
 * @returns {HTMLElement}
 */
export function createLinkList({ store, api, actions }) {
  const title = h("h3", { class: "sharing-title" });
  const note = h("p", { class: "sharing-note" }, TEXTS.withoutHidden);
  const list = h("ul", { class: "sharing-list" });
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();

  /** @param {Share[] | undefined} shares */
  function show(shares) {
    if (!shares) return rows.clear();
    setText(title, shares.length ? TEXTS.validLinks(shares.length) : TEXTS.noLinks);
    for (const id of [...rows.keys()]) if (!shares.some((one) => one.id === id)) rows.delete(id);
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...shares.map((one) => {
      if (!rows.has(one.id)) rows.set(one.id, linkRow(one, api, actions));
      return /** @type {HTMLElement} */ (rows.get(one.id));
    }));
    if (hadFocus && !list.contains(document.activeElement)) title.focus();
  }

  title.tabIndex = -1;
  store.watch((state) => state.sharing?.shares, show);
  store.watch((state) => state.sharing?.zones, (zones) => (note.hidden = !zones?.some((zone) => !zone.coarse)));
  store.watch((state) => state.sharing?.made, (made) => {
    const row = made && rows.get(made);
    if (!row) return;
    const details = /** @type {HTMLDetailsElement} */ (row.querySelector("details"));
    details.open = true;
    const field = /** @type {HTMLInputElement} */ (row.querySelector(".sharing-address"));
    field.focus({ preventScroll: true });
    field.select();
    row.scrollIntoView({ block: "start" });
  });
  return h("section", { class: "sharing-links" }, title, note, list);
}

/** @param {Share} share @param {import("../api.js").Api} api @param {import("./sharing-view.js").Actions} actions */
function linkRow(share, api, actions) {
  const { id, url, bbox, photos, by } = share;
  const words = wordTerms(share).join(" · ");
  const code = h("div", { class: "sharing-code" });
  const details = h("details", { class: "sharing-details", ontoggle: () => details.open && code.childElementCount === 0 && code.append(picture(api, url)) },
    h("summary", {}, TEXTS.addressAndCode),
    h("input", { class: "choice-search sharing-address", readonly: true, value: url, "aria-label": TEXTS.addressOfLink, onfocus: ({ target }) => target.select() }),
    code);
  return h("li", { class: "sharing-link", "data-link": id },
    h("div", { class: "sharing-head" }, h("p", { class: "sharing-words" }, words), revoking(() => actions.revoke(id))),
    h("p", { class: "sharing-facts" }, [formatPhotos(photos), wordExpiry(share.expires), by && TEXTS.sharedBy(by)].filter(Boolean).join(" · ")),
    h("div", { class: "sharing-actions" },
      copyButton(TEXTS.copyLink, url),
      typeof navigator.share === "function" && button(TEXTS.send, "share", () => send(url)),
      bbox !== undefined && button(TEXTS.showOnMap, "place", () => actions.showBox(bbox)),
      h("a", { class: "button", href: url + AS_GUEST, target: "_blank", rel: "noopener" }, icon("eye"), TEXTS.seeAsGuest)),
    details);
}

/** @param {string} label @param {string} sign @param {() => void} run */
function button(label, sign, run) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: run }, icon(sign));
}

/** A revoked link never becomes valid again, so the button asks once. @param {() => void} onRevoke */
function revoking(onRevoke) {
  const ask = h("button", { type: "button", class: "button sharing-revoke", onclick: () => turn(true) }, TEXTS.revoke);
  const sure = h("button", { type: "button", class: "button is-danger", onclick: onRevoke }, TEXTS.revokeForGood);
  const keep = h("button", { type: "button", class: "button", onclick: () => turn(false) }, TEXTS.keep);
  const element = h("span", { class: "sharing-revoking" }, ask);

  /** @param {boolean} isAsked */
  function turn(isAsked) {
    element.replaceChildren(...(isAsked ? [sure, keep] : [ask]));
    (isAsked ? keep : ask).focus();
  }
  return element;
}

/** @param {import("../api.js").Api} api @param {string} url */
function picture(api, url) {
  return h("img", { class: "sharing-picture", src: api.codeURL(url), alt: TEXTS.codeOfLink, width: 220, height: 220 });
}

/** @param {string} url */
function send(url) {
  // Rejected if the reader closes the choice of programs.
  navigator.share({ url }).catch(() => {});
}
