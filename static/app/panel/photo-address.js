/** @module */

/**
 * The open photo.
 *
 * @type {import("../core/address.js").AddressPart}
 */
export const PHOTO_ADDRESS = {
  fields: { photo: null },
  isOpening: true,
  read(fields) {
    const number = fields.get("photo");
    return { photo: number && /^\d{1,15}$/.test(number) ? Number(number) : null };
  },
  write: ({ photo }) => (photo !== null ? [`photo=${photo}`] : []),
};
