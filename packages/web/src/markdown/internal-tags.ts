// Names of internal elements between the preparation of the tree and its conversion to Markdown. A page cannot
// contain them, since the parser converts the names of its elements to lower case.

export const rawTag = 'quern:Raw';
export const footnoteReferenceTag = 'quern:FootnoteReference';
export const footnoteDefinitionTag = 'quern:FootnoteDefinition';
