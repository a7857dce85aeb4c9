/**
 * Whether a text can be an id of ours: a prefix and letters and digits. What cannot is not looked for, since a
 * database may refuse what a path or a query can hold (PostgreSQL refuses NUL in a text).
 */
export const isResourceId = (text: string): boolean => /^[a-z]+_[0-9A-Za-z]{1,64}$/.test(text);
