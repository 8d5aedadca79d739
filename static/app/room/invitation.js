/**
 * What else can be done in a room: invite others, lead, leave, close.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { wordTerms } from "../sharing/terms.js";
import { copyButton } from "../ui/copy-button.js";
import { h } from "../ui/dom.js";

/**
 * @param {import("../api.js").Api} api
 * @param {object} actions
 * @param {() => void} actions.leave
 * @param {() => void} actions.closeRoom for all
 * @param {(leads: boolean) => void} actions.lead
 */
export function createInvitation(api, { leave, closeRoom, lead }) {
  const whom = h("select", { class: "choice-search", "aria-label": TEXTS.invited, onchange: () => showAddress() });
  const address = h("input", { class: "choice-search room-address", readonly: true, "aria-label": TEXTS.addressOfRoom, onfocus: ({ target }) => target.select() });
  const copy = h("span", {});
  const code = h("img", { class: "room-code", alt: TEXTS.codeOfRoom, width: 160, height: 160 });
  const lead_ = h("button", { type: "button", class: "button", onclick: () => lead(lead_.getAttribute("aria-pressed") !== "true") }, TEXTS.leadOthers);
  const close = h("button", { type: "button", class: "button", onclick: () => closeRoom() }, TEXTS.closeRoom);
  const element = h("div", { class: "room-more", hidden: true },
    h("p", { class: "room-note" }, TEXTS.inviteHint), whom, h("div", { class: "room-form" }, address, copy), code,
    h("div", { class: "room-choices" }, lead_, close, h("button", { type: "button", class: "button", onclick: () => leave() }, TEXTS.leaveRoom)));
  /** The room whose addresses are listed. */
  let listed = "";

  function showAddress() {
    address.value = whom.value;
    copy.replaceChildren(copyButton(TEXTS.copyLink, whom.value));
    if (!code.hidden) code.src = api.codeURL(whom.value);
  }

  /** @param {string} id @param {boolean} isOwner */
  async function list(id, isOwner) {
    listed = id;
    // The server draws codes for owners only.
    code.hidden = !isOwner;
    whom.replaceChildren(h("option", { value: `${new URL(".", document.baseURI).href}#room=${id}` }, TEXTS.invitedAsYou));
    showAddress();
    // Guests come by their link, which says what they may see.
    const { shares } = isOwner ? await api.shares().catch(() => ({ shares: [] })) : { shares: [] };
    if (listed !== id) return;
    const links = shares.filter(({ trip }) => !trip);
    whom.append(...links.map((share) => h("option", { value: `${share.url}#room=${id}`, dir: "auto" }, TEXTS.invitedByLink(wordTerms(share).join(" · ")))));
    whom.hidden = links.length === 0;
  }

  return {
    element,

    /** @param {import("./room-state.js").Together} room @param {{isOwner: boolean, isCreator: boolean}} reader */
    show({ id, isInviting, leader, me }, { isOwner, isCreator }) {
      element.hidden = !isInviting;
      lead_.hidden = !isCreator;
      close.hidden = !isOwner && !isCreator;
      lead_.setAttribute("aria-pressed", String(leader === me));
      if (isInviting && listed !== id) list(id, isOwner);
    },
  };
}
