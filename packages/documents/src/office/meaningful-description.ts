const fileName = /^[^\n]{0,200}\.(?:png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp|heic)$/i;
const generated = /\s*(?:Description|Beschreibung) automati(?:cally generated|sch generiert).*$/is;
const placeholder =
  /^(?:(?:picture|image|grafik|bild|imagen|imagem|grafik|graphic|shape|object|chart)\s*\d*|preencoded\.png)$/i;

/** Returns the alternative text of an image, or '' if a program wrote it there by itself, such as a file name. */
export function meaningfulDescription(text: string): string {
  const line = text.replace(generated, '').replace(/\s+/g, ' ').trim();
  return fileName.test(line) || placeholder.test(line) || /^https?:\S*$/i.test(line) ? '' : line;
}
