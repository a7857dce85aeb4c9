/**
 * The JSON around the data of a successful response. A stored blob has the whole body; an inline response of the
 * idempotency table has the data only.
 */
export const responsePrefix = '{"success":true,"data":';
/** See `responsePrefix`. */
export const responseSuffix = '}';
