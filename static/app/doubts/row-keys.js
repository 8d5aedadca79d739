/**
 * The keys of the list besides Tab, and where its focus goes when rows leave it.
 * @module
 */

/**
 * @param {HTMLElement} body the element that scrolls
 * @param {import("../ui/long-list.js").LongList} list
 * @param {() => {id: number}[]} rows
 */
export function createRowKeys(body, list, rows) {
  const count = () => rows().length;
  /** The row that had the focus last. */
  let last = -1;

  body.addEventListener("focusin", ({ target }) => {
    const place = placeOf(/** @type {Element} */ (target));
    if (place >= 0) last = place;
  });

  body.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || placeOf(/** @type {Element} */ (event.target)) < 0) return;
    const next = { ArrowDown: last + 1, ArrowUp: last - 1, Home: 0, End: count() - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next >= 0 && next < count()) list.focus(next);
  });

  return {
    /**
     * Call it before the rows change.
     *
     * @param {boolean} isSame whether the list is the same as before
     * @returns {(orElse: () => void) => boolean} gives the focus back to the row that had it; if that is gone, to the one in its place,
     * or calls the function without any. Returns whether it had to
     */
    hold(isSame) {
      const had = document.activeElement;
      const place = had && isSame ? placeOf(had) : -1;
      const row = had?.closest("li");
      const id = Number(row?.getAttribute("data-id"));
      const button = [...row?.querySelectorAll("button") ?? []].findIndex((one) => one === had);
      return (orElse) => {
        if (place < 0 || had?.isConnected) return false;
        const moved = rows().findIndex((one) => one.id === id);
        if (!count()) orElse();
        else list.focus(moved < 0 ? Math.min(place, count() - 1) : moved);
        if (moved >= 0 && button > 0) document.activeElement?.closest("li")?.querySelectorAll("button")[button]?.focus({ preventScroll: true });
        return true;
      };
    },

    /** Focuses the row that had the focus last, if the focus is nowhere else. */
    comeBack() {
      if (last >= 0 && count()) list.focus(Math.min(last, count() - 1));
    },
  };

  /** @param {Element} part @returns {number} the place of the row that contains it; -1 if none does */
  function placeOf(part) {
    const item = part.closest(".long-list > li");
    return item && body.contains(item) ? Number(item.getAttribute("aria-posinset")) - 1 : -1;
  }
}
