/** @module */

/** The time zones of countries south of the equator that have seasons. */
const SOUTH = new RegExp(
  "^(Australia/|Antarctica/|Pacific/(Auckland|Chatham|Fiji|Tongatapu|Apia|Noumea|Easter)|Indian/(Mauritius|Reunion|Antananarivo)" +
  "|America/(Argentina/|Buenos_Aires|Sao_Paulo|Bahia|Campo_Grande|Cuiaba|Santiago|Punta_Arenas|Montevideo|Asuncion|La_Paz|Lima)" +
  "|Atlantic/(Stanley|South_Georgia)|Africa/(Johannesburg|Harare|Maputo|Windhoek|Gaborone|Lusaka|Maseru|Mbabane))");

/** @param {string} [timeZone] @returns {boolean} whether the reader's seasons are those south of the equator */
export function livesInSouth(timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone) {
  return SOUTH.test(timeZone);
}
