/**
 * Times of day as they are written in Chinese, Japanese, Korean and Arabic, as the search reads them. Pure.
 * @module
 */

const NOON = 12;
const AFTERNOON = /^(오후|午後|下午|م)/u;
/** `3:30`, `3시 30분`, `3点半`; a number alone is one only after a word for the half of the day. */
const MINUTES = "(?::(\\d\\d)|\\s?[시時时点點](?![간間间])(?:\\s?(?:(\\d{1,2})\\s?[분分]|(반|半)))?)";
const CLOCK = `(?<!\\d)(\\d{1,2})${MINUTES}`;
const AFTER_HALF = `${CLOCK}|(?<!\\d)(\\d{1,2})(?![\\d\\p{L}:./-])`;
/** `오후 3시`, `下午3:30–5:00`: the half of the day is that of both times. */
const WITH_HALF = new RegExp(`(오전|오후|午前|午後|上午|下午)\\s?(?:${AFTER_HALF})(?:\\s?(?:–|부터|から|到|至)\\s?${CLOCK})?`, "gu");
/** `15시 30분`, but not `15:30`, which is read as it is. */
const WRITTEN_OUT = new RegExp(`(?<!\\d)(\\d{1,2})(?!:)${MINUTES}`, "gu");
/** `3:00 م`, `3 مساءً`, `3:00–5:00 م` */
const ARABIC = /(?:الساعة\s)?(?:(?<!\d)(\d{1,2})(?::(\d\d))?\s?[–-]\s?)?(?<!\d)(\d{1,2})(?::(\d\d))?\s?(ص|م|صباح[اً]{1,2}|مساءً?)(?![\p{L}\p{M}])/gu;
/** Words for “from”, “until” and “at” after a time, in the forms above. */
const RANGE = /(?<=\d:\d\d(?:[ap]m)?)(?:부터|から|到|至)\s*(?=\d)/gu;
const SINCE = /(\d{1,2}:\d\d(?:[ap]m)?)(?:부터|から)(?=\s|$)/gu;
const UNTIL = /(\d{1,2}:\d\d(?:[ap]m)?)(?:까지|まで)(?=\s|$)/gu;
const AT = /(?<=\d:\d\d(?:[ap]m)?)(?:에서|에|に|の)(?=\s|$)/gu;

/** @param {string} text @returns {string} with `3:30pm` and `15:30` */
export function withPlainHours(text) {
  return text
    .replace(WITH_HALF, (_, half, hour, minutes, written, isHalf, alone, endHour, endMinutes, endWritten, isEndHalf) => {
      const from = inHalf(half, hour ?? alone, minutes ?? written, isHalf);
      return ["", from, ...(endHour ? ["–", inHalf(half, endHour, endMinutes ?? endWritten, isEndHalf)] : [])].join(" ");
    })
    .replace(WRITTEN_OUT, (whole, hour, minutes, written, isHalf) => (minutes ? whole : ` ${hour}:${(written ?? (isHalf ? "30" : "0")).padStart(2, "0")}`))
    .replace(ARABIC, (_, hour, minutes, endHour, endMinutes, half) => {
      const to = inHalf(half, endHour, endMinutes);
      return hour ? `${inHalf(half, hour, minutes)} – ${to}` : to;
    })
    .replace(RANGE, " – ")
    .replace(/(?<=– \d{1,2}:\d\d(?:[ap]m)?)(?:까지|まで)/gu, "")
    .replace(SINCE, "since $1")
    .replace(UNTIL, "until $1")
    .replace(AT, " ");
}

/** @param {string} half of the day @param {string} hour @param {string} [minutes] @param {string} [isHalf] whether half an hour is added @returns {string} */
function inHalf(half, hour, minutes, isHalf) {
  const past = (minutes ?? (isHalf ? "30" : "0")).padStart(2, "0");
  const isOf24 = Number(hour) > NOON || Number(hour) === 0;
  return `${Number(hour)}:${past}${isOf24 ? "" : AFTERNOON.test(half) ? "pm" : "am"}`;
}
