import { streamXml, type XmlPace, type XmlStreamHandlers } from '../xml/xml-tree.ts';
import type { OdfDocument } from './odf-document.ts';

/** Reads the automatic styles of the content, then its body. @throws DocumentError; the signal's reason */
export async function streamOdf(
  { parts, styles }: OdfDocument,
  body: XmlStreamHandlers,
  pace: XmlPace,
): Promise<void> {
  let isInBody = false;
  await streamXml(
    parts.content,
    {
      isUnit: (name) => isInBody && body.isUnit(name),
      unit: body.unit,
      open: (name, attributes) => {
        if (isInBody) body.open(name, attributes);
        else if (name === 'body') isInBody = true;
        else styles.reader.open(name, attributes);
      },
      close: (name) => {
        if (isInBody) body.close(name);
        else styles.reader.close(name);
      },
    },
    pace,
  );
}
