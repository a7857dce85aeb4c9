/**
 * Returns whether an If-None-Match header (RFC 9110, section 13.1.2) has an entity tag, compared weakly as the header requires.
 *
 * @param entityTag with its quotation marks
 */
export function matchesEntityTag(header: string | undefined, entityTag: string): boolean {
  return (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === entityTag);
}
