/**
 * Returns whether a text has the form of a resource id: a prefix, an underscore, and letters and digits. Other texts must
 * not reach the database, which may reject characters that a path or a query can contain (PostgreSQL rejects NUL).
 */
export const isResourceId = (text: string): boolean => /^[a-z]+_[0-9A-Za-z]{1,64}$/.test(text);
