/** Values of query parameters; an object becomes parameters such as `metadata[name]`, and undefined is left out. */
export type QueryValues = Readonly<
  Record<string, string | number | undefined | Readonly<Record<string, string>>>
>;

/** Formats query parameters with the leading `?`; empty if there are none. */
export function toQueryString(values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (typeof value !== 'object') query.append(name, String(value));
    else for (const [key, text] of Object.entries(value)) query.append(`${name}[${key}]`, text);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
