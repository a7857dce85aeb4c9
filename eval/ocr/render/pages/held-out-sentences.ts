import { z } from 'zod';
import type { DataFiles } from '../../../data/data-files.ts';
import { importPeer } from '../../../peers/import-peer.ts';

interface OpenCc {
  Converter(options: { from: string; to: string }): (text: string) => string;
}

const rowSchema = z.object({ text: z.string(), lang: z.string() });
const lengthMin = 12;
const lengthMax = 150;

const scripts: Readonly<Record<string, string>> = {
  am: 'Ethiopic',
  ar: 'Arabic',
  bn: 'Bengali',
  el: 'Greek',
  fa: 'Arabic',
  he: 'Hebrew',
  hi: 'Devanagari',
  hy: 'Armenian',
  ja: 'Han}\\p{Script=Hiragana}\\p{Script=Katakana',
  ka: 'Georgian',
  ko: 'Hangul',
  ru: 'Cyrillic',
  ta: 'Tamil',
  th: 'Thai',
  uk: 'Cyrillic',
  zh: 'Han',
};
/** Punctuation and signs that the fonts have. */
const signs = String.raw`\d\s.,;:!?()%&/"'’“”„«»–—€$+=\-`;
const signsOf: Readonly<Record<string, string>> = {
  ar: '،؛؟٠-٩',
  fa: '،؛؟۰-۹\u200c',
  hi: '।०-९\u200d',
  hy: '։՝՛՜՞',
  ja: '、。「」『』・ー（）！？',
  zh: '，。、；：？！“”‘’（）《》「」',
  am: '፡።፣፤',
  bn: '।০-৯',
  ka: '„',
};

/** Accepts sentences in the script of a language. Latin letters are accepted in the Latin script only. */
function sentencePattern(language: string): RegExp {
  const script = scripts[language] ?? 'Latin';
  const isUnknown = ['am', 'bn', 'hy', 'ka', 'ta'].includes(language);
  const common = isUnknown ? String.raw`\s.,;:!?()"'’“”«»–—\-` : signs;
  return new RegExp(
    `^[\\p{Script=${script}}${String.raw`\p{Mn}\p{Mc}`}${common}${signsOf[language] ?? ''}]+$`,
    'u',
  );
}

/** Sentences of the development half of the language data, which no model is trained on. */
export class HeldOutSentences {
  readonly #rows: readonly z.infer<typeof rowSchema>[];
  readonly #toTraditional: (text: string) => string;

  private constructor(rows: readonly z.infer<typeof rowSchema>[], toTraditional: (text: string) => string) {
    this.#rows = rows;
    this.#toTraditional = toTraditional;
  }

  /** Reads the sentences, and loads the conversion to traditional Chinese characters. */
  static async open(data: DataFiles): Promise<HeldOutSentences> {
    const { Converter } = await importPeer<OpenCc>('opencc-js');
    const rows = data.readRows('language/sentences.dev', (row) => rowSchema.parse(row));
    return new HeldOutSentences(rows, Converter({ from: 'cn', to: 'tw' }));
  }

  /** Returns the sentences of a language that have only letters and signs of its script. */
  sentencesOf(language: string): string[] {
    const data = language === 'zh-Hant' ? 'zh' : language;
    const pattern = sentencePattern(data);
    const sentences = this.#rows
      .filter(({ lang, text }) => lang === data && text.length >= lengthMin && text.length <= lengthMax)
      .map(({ text }) => text.normalize('NFC'))
      .filter((text) => pattern.test(text));
    return language === 'zh-Hant' ? sentences.map(this.#toTraditional) : sentences;
  }
}
