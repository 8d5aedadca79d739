/**
 * Who has signed in, what they see and may do, and the ways out.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createModal } from "../ui/modal.js";
import { recallUnsent } from "../words/unsent.js";
import { wordRights } from "./account-words.js";

/**
 * @param {object} options
 * @param {Pick<import("../api.js").Api, "signOut">} options.api
 * @param {() => void} options.onOut called after signing out
 */
export function createAccountCard({ api, onOut }) {
  const name = h("bdi", {});
  const role = h("p", { class: "account-role" });
  const rights = h("div", { class: "account-rights" });
  const problem = h("p", { class: "account-problem", role: "alert" });
  const out = h("button", { type: "button", class: "button is-primary", onclick: () => signOut(false) }, TEXTS.signOut);
  const everywhere = h("button", { type: "button", class: "button", title: TEXTS.signOutEverywhereDetail, onclick: () => signOut(true) }, TEXTS.signOutEverywhere);
  const buttons = h("div", { class: "account-buttons" }, out, everywhere);
  const modal = createModal({ className: "account-card", label: TEXTS.account, onDismiss: () => modal.toggle(false) });
  modal.element.append(
    h("header", { class: "account-head" }, h("h2", {}, name),
      h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick: () => modal.toggle(false) }, icon("close"))),
    role, rights, problem, buttons);
  let hasWarned = false;

  /** @param {boolean} fromAll */
  async function signOut(fromAll) {
    if (recallUnsent().length && !hasWarned) {
      hasWarned = true;
      setText(problem, TEXTS.notSavedYet);
      return setText(out, TEXTS.signOutNevertheless);
    }
    out.disabled = everywhere.disabled = true;
    try {
      await api.signOut(fromAll);
      onOut();
    } catch (error) {
      out.disabled = everywhere.disabled = false;
      setText(problem, error.message);
    }
  }

  return {
    /** @param {import("../api/session.js").Visitor} visitor */
    open(visitor) {
      hasWarned = false;
      setText(name, visitor.name ?? "");
      setText(role, TEXTS.roles[visitor.role]);
      rights.replaceChildren(...wordRights(visitor).map((text) => h("p", { dir: "auto" }, text)));
      setText(problem, "");
      setText(out, TEXTS.signOut);
      out.disabled = everywhere.disabled = false;
      // Who has signed in by the browser's own form is signed out by the browser.
      buttons.hidden = !visitor.session;
      modal.toggle(true);
    },
  };
}
