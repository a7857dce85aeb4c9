/** File names, and the defaults of programs in common languages. */
const placeholders = [
  /\.(?:docx?|dotx?|pdf|indd|tex|dvi|ps|qxd|rtf|odt|pptx?|xlsx?|html?|txt|md|typ)$/i,
  /^microsoft (?:word|powerpoint|excel)(?: - |$)/i,
  /^(?:untitled|unbenannt|sans titre|senza titolo|sin título|sem título|naamloos|无标题|無題|без имени)(?:[-_ ]?\d*|\s+document)$/i,
  /^(?:document|dokument|documento|presentation|powerpoint presentation|word document|title)\s*\d*$/i,
];

/**
 * Returns the title of a document's metadata, or '' if programs write it there by themselves, such as a file name or
 * `Untitled`.
 */
export function meaningfulTitle(title: string): string {
  const text = title.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return placeholders.some((pattern) => pattern.test(text)) ? '' : text;
}
