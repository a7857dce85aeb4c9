import { languageFamilies, unknownScriptFamilies } from '../browser/font-families.ts';
import type { PageCamera } from '../browser/page-camera.ts';
import { blurWithNoise, compressStrongly } from '../drawing/degrade-image.ts';
import { RandomSource } from '../drawing/random-source.ts';
import type { RenderedImage } from '../drawing/rendered-image.ts';
import type { HeldOutSentences } from './held-out-sentences.ts';
import { drawTextPage } from './text-page.ts';
import { unknownScriptTexts } from './unknown-script-texts.ts';

const sentencesPerPage = 10;
const variants = ['plain', 'jpeg', 'blur'] as const;

async function degrade(png: Buffer, variant: (typeof variants)[number], scale: number, random: RandomSource) {
  if (variant === 'jpeg') return compressStrongly(png);
  return variant === 'blur' ? blurWithNoise(png, scale, random) : png;
}

/** Renders pages of each language with each of its families: plain, compressed strongly, and blurred with noise. */
export async function* renderLanguagePages(
  camera: PageCamera,
  held: HeldOutSentences,
  seed: number,
): AsyncGenerator<RenderedImage> {
  for (const [language, families] of Object.entries(languageFamilies)) {
    const random = new RandomSource(seed + hashOf(language));
    const sentences = random.shuffle(held.sentencesOf(language));
    for (const family of families)
      for (const variant of variants) {
        const own = sentences.splice(0, sentencesPerPage);
        if (own.length < sentencesPerPage) throw new Error(`too few sentences in ${language}`);
        const input = drawTextPage(own, language, family, random);
        const { png, text } = await camera.photograph(input);
        const bytes = await degrade(png, variant, input.scale, random);
        const extension = variant === 'plain' ? 'png' : 'jpg';
        const name = `${family.family.toLowerCase().replaceAll(' ', '-')}_${variant}.${extension}`;
        yield { set: `page_${language}`, name, language, text, bytes };
      }
  }
}

/** Renders pages in scripts that Quern does not read. Their text is not compared. */
export async function* renderUnknownScripts(
  camera: PageCamera,
  held: HeldOutSentences,
  seed: number,
): AsyncGenerator<RenderedImage> {
  for (const [language, family] of Object.entries(unknownScriptFamilies)) {
    const random = new RandomSource(seed + hashOf(language));
    const sentences = unknownScriptTexts[language] ?? held.sentencesOf(language);
    for (const variant of variants) {
      const own = random.shuffle(sentences).slice(0, sentencesPerPage);
      const input = drawTextPage(own, language, family, random);
      const { png } = await camera.photograph(input);
      const bytes = await degrade(png, variant, input.scale, random);
      const name = `${language}_${variant}.${variant === 'plain' ? 'png' : 'jpg'}`;
      yield { set: 'unknown_scripts', name, language: 'en', text: '', bytes };
    }
  }
}

/** A number for a language tag, so that each language has its own sequence of draws. */
function hashOf(tag: string): number {
  return [...tag].reduce((hash, character) => hash * 31 + character.charCodeAt(0), 7);
}
