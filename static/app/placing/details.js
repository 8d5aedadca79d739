/**
 * The fields for the altitude and the direction of photos that are placed by hand.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { readDetail } from "./placing-state.js";

/** Why a text is not valid. */
const INVALID = { altitude: TEXTS.altitudeInvalid, direction: TEXTS.directionInvalid };

export function createDetails() {
  const altitude = createField("altitude", TEXTS.altitudeInMetres);
  const direction = createField("direction", TEXTS.directionInDegrees);
  const fields = [altitude, direction];

  return {
    node: h("div", { class: "placing-details" }, ...fields.map(({ label }) => label)),

    /**
     * An empty field keeps the direction of each camera; an altitude belongs to the old position.
     *
     * @param {import("../api/photos.js").Photo[]} photos
     */
    clear(photos) {
      for (const { input } of fields) {
        [input.value, input.placeholder] = ["", TEXTS.optional];
        input.removeAttribute("aria-invalid");
      }
      const kept = photos.length === 1 && photos[0].properties.direction;
      if (Number.isFinite(kept)) direction.input.placeholder = String(Math.round(kept));
    },

    /**
     * What was entered; null if a field is not valid, which then has the focus.
     *
     * @param {(message: string) => void} report
     * @returns {import("./placing-state.js").Details | null}
     */
    read(report) {
      const values = fields.map(({ name, input }) => readDetail(name, input.value));
      fields.forEach(({ input }, index) => input.setAttribute("aria-invalid", String(values[index] === undefined)));
      const wrong = fields.find((_, index) => values[index] === undefined);
      report(wrong ? INVALID[wrong.name] : "");
      wrong?.input.focus();
      return wrong ? null : { altitude: values[0] ?? null, direction: values[1] ?? null };
    },
  };
}

/** @param {"altitude" | "direction"} name @param {string} text of its label */
function createField(name, text) {
  const input = h("input", { type: "text", inputmode: name === "direction" ? "decimal" : "text", class: "choice-search", name, autocomplete: "off" });
  return { name, input, label: h("label", {}, h("span", {}, text), input) };
}
