// Names of internal elements between the preparation of the tree and its conversion to Markdown. A page cannot
// contain them, since the parser converts the names of its elements to lower case.

/** Element whose text is already Markdown. */
export const rawTag = 'quern:Raw';
/** Element of a footnote reference. */
export const footnoteReferenceTag = 'quern:FootnoteReference';
/** Element of a footnote's text. */
export const footnoteDefinitionTag = 'quern:FootnoteDefinition';
