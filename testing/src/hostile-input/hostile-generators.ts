import { docxGenerators } from './docx-generators.ts';
import { feedGenerators } from './feed-generators.ts';
import type { HostileGenerator } from './generator/hostile-generator.ts';
import { htmlGenerators } from './html-generators.ts';
import { imageGenerators } from './image-generators.ts';
import { pdfGenerators } from './pdf-generators.ts';
import { sitemapGenerators } from './sitemap-generators.ts';
import { textGenerators } from './text-generators.ts';

/** The generators of all kinds. */
export const hostileGenerators: readonly HostileGenerator[] = [
  ...htmlGenerators,
  ...pdfGenerators,
  ...docxGenerators,
  ...feedGenerators,
  ...textGenerators,
  ...sitemapGenerators,
  ...imageGenerators,
];
