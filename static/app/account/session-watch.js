/**
 * What the page does once the session is over: a message that leads to the form, or after signing out an empty page. Other
 * tabs of the browser have the same session.
 * @module
 */

import { IS_CHOSEN, TEXTS_IN } from "../core/language.js";
import { forgetAnswers, forgetLibrary } from "../core/memory.js";
import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { isOther } from "../library/library.js";
import { h } from "../ui/dom.js";
import { createModal } from "../ui/modal.js";

const CHANNEL = "geoindex-session";

/**
 * @param {import("../features.js").Page} page
 * @returns {{leave: () => void}} a function that leaves the page after signing out
 */
export function watchSession({ store, api, begun, library }) {
  const channel = new BroadcastChannel(CHANNEL);
  const home = new URL("./", document.baseURI).href;
  let hasLeft = false;
  /** Whether the browser shows the page again after Back, before its user is known. */
  let isRestored = false;

  /** Nothing that was private stays readable, nor is it there after Back. */
  function clear() {
    hasLeft = true;
    hide(true);
    forgetLibrary();
    leaveWithoutQuestion();
    addEventListener("pagehide", () => document.body.replaceChildren());
    // The server shows the form there.
    location.replace(IS_CHOSEN ? `${home}?lang=${TEXTS_IN}` : home);
  }

  function leave() {
    channel.postMessage(home);
    clear();
  }

  channel.addEventListener("message", ({ data }) => data === home && clear());

  /** The page belongs to another user now. */
  function restart() {
    hasLeft = true;
    hide(true);
    leaveWithoutQuestion();
    location.reload();
  }

  let isSignedOut = false;
  function signedOut() {
    const { visitor } = store.state;
    // A guest's link is no longer valid.
    if (isSignedOut || hasLeft || visitor?.role === "guest") return;
    // Perhaps on purpose, while another page was here.
    if (isRestored) return clear();
    isSignedOut = true;
    forgetAnswers();
    hide(false);
    store.change(set({ visitor: null, trouble: null }));
    showSignedOut(() => api.signInURL(location.hash));
  }

  /** Whether the visitor is still the same, before a page is seen again. */
  async function check() {
    const before = store.state.visitor;
    if (!before?.users || hasLeft || isSignedOut) return hide(false);
    const now = await api.visitor().catch(() => null);
    if (hasLeft) return;
    if (now ? isOther(before, now) : isRestored) return restart();
    isRestored = false;
    hide(false);
    if (now && JSON.stringify(now) !== JSON.stringify(before)) library?.refreshAll();
  }

  begun.library.whenOther(restart);
  api.whenSignedOut(signedOut);
  document.addEventListener("visibilitychange", () => document.hidden || check());
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    if (hasLeft) return location.reload();
    isRestored = Boolean(store.state.visitor?.users);
    hide(isRestored);
    check();
  });
  return { leave };
}

/** @param {boolean} isHidden */
function hide(isHidden) {
  document.documentElement.classList.toggle("is-concealed", isHidden);
}

/** What the server does not have yet is kept in the tab, so the browser need not ask. */
function leaveWithoutQuestion() {
  addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);
}

/** @param {() => string} address of the form */
function showSignedOut(address) {
  const modal = createModal({ className: "account-card is-signed-out", label: TEXTS.signedOut, onDismiss: () => {} });
  const link = h("a", { class: "button is-primary", href: address() }, TEXTS.signIn);
  link.addEventListener("click", () => {
    link.href = address();
    leaveWithoutQuestion();
  });
  modal.element.append(h("h2", {}, TEXTS.signedOut), h("p", {}, TEXTS.signedOutAdvice), h("div", { class: "account-buttons" }, link));
  modal.toggle(true);
  link.focus();
}
