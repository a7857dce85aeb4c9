/** Element names of our own between preparation and handlers; no page can hold them in this spelling. */
export const rawTag = 'quern:raw';
export const footnoteReferenceTag = 'quern:footnote-reference';
export const footnoteDefinitionTag = 'quern:footnote-definition';
