import { docxGenerators } from './docx.ts';
import type { HostileGenerator } from './hostile-generator.ts';
import { htmlGenerators } from './html.ts';
import { imageGenerators } from './image.ts';
import { pdfGenerators } from './pdf.ts';
import { sitemapGenerators } from './sitemap.ts';
import { textGenerators } from './text.ts';
import { feedGenerators } from './xml.ts';

export const hostileGenerators: readonly HostileGenerator[] = [
  ...htmlGenerators,
  ...pdfGenerators,
  ...docxGenerators,
  ...feedGenerators,
  ...textGenerators,
  ...sitemapGenerators,
  ...imageGenerators,
];
