import { pairedBootstrap } from '../metrics/paired-bootstrap.ts';
import { type ShingleCounts, shingleCounts, shingleF1 } from '../metrics/shingle-f1.ts';
import { mean } from '../metrics/statistics.ts';
import { splitWords, wordF1 } from '../metrics/word-f1.ts';
import type { Figures } from '../write-result.ts';

interface PageInput {
  readonly id: string;
  /** Type of page, as labeled. */
  readonly type: string;
  /** True when Quern returned nothing because no block was likely to be content. */
  readonly isEmptiedByRule: boolean;
}

interface PageEntry extends PageInput {
  readonly f1: Map<string, number>;
  readonly shingles: Map<string, ShingleCounts>;
}

const noShingles: ShingleCounts = { hits: 0, surplus: 0, missed: 0 };

/** Collects the scores of several extractors on the same pages. The first extractor is compared with the others. */
export class PageScores {
  readonly #names: readonly string[];
  readonly #pages: PageEntry[] = [];
  readonly #cpuMs = new Map<string, number>();
  readonly #snippets = { required: 0, present: 0, forbidden: 0, absent: 0 };

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Adds a page. @returns an object that takes the extracted words of each extractor */
  addPage(page: PageInput): {
    add(name: string, words: readonly string[], gold: readonly string[], cpuMs: number): void;
  } {
    const entry: PageEntry = { ...page, f1: new Map(), shingles: new Map() };
    this.#pages.push(entry);
    return {
      add: (name, words, gold, cpuMs) => {
        entry.f1.set(name, wordF1(words, gold));
        entry.shingles.set(name, shingleCounts(words, gold));
        this.#cpuMs.set(name, (this.#cpuMs.get(name) ?? 0) + cpuMs);
      },
    };
  }

  /** Counts the labeled snippets that must, and must not, be in the words of a page. */
  addSnippets(words: readonly string[], required: readonly string[], forbidden: readonly string[]): void {
    const text = ` ${words.join(' ')} `;
    const isPresent = (snippet: string) => text.includes(` ${splitWords(snippet).join(' ')} `);
    this.#snippets.required += required.length;
    this.#snippets.present += required.filter(isPresent).length;
    this.#snippets.forbidden += forbidden.length;
    this.#snippets.absent += forbidden.filter((snippet) => !isPresent(snippet)).length;
  }

  /** The figures of the result. CPU time is that of this process, so trafilatura has none. */
  figures() {
    const [engine = '', ...peers] = this.#names;
    const types = ['all', ...new Set(this.#pages.map(({ type }) => type).toSorted())];
    const decidedByModel = this.#pages.filter(({ isEmptiedByRule }) => !isEmptiedByRule);
    const articles = this.#pages.filter(({ type }) => type === 'article');
    return {
      pages: this.#pages.length,
      types: Object.fromEntries(types.map((type) => [type, this.#typeFigures(type, engine, peers)])),
      emptiedByRule: {
        pages: this.#pages.length - decidedByModel.length,
        f1OfOthers: byName(this.#names, (name) => mean(decidedByModel.map(({ f1 }) => f1.get(name) ?? 0))),
      },
      articleShingleF1: byName(this.#names, (name) =>
        shingleF1(articles.map(({ shingles }) => shingles.get(name) ?? noShingles)),
      ),
      requiredSnippetsPresent: this.#snippets.present / Math.max(1, this.#snippets.required),
      forbiddenSnippetsAbsent: this.#snippets.absent / Math.max(1, this.#snippets.forbidden),
      cpuMsPerPage: byName(
        this.#names.filter((name) => name !== 'trafilatura'),
        (name) => (this.#cpuMs.get(name) ?? 0) / Math.max(1, this.#pages.length),
      ),
    };
  }

  /** Describes the pages with the lowest scores of the first extractor. */
  worst(count: number): string[] {
    const [engine = ''] = this.#names;
    return this.#pages
      .toSorted((left, right) => (left.f1.get(engine) ?? 0) - (right.f1.get(engine) ?? 0))
      .slice(0, count)
      .map(({ id, type, f1 }) =>
        [id, type, ...this.#names.map((name) => `${name} ${f1.get(name)?.toFixed(2)}`)].join(' '),
      );
  }

  #typeFigures(type: string, engine: string, peers: readonly string[]) {
    const pages = this.#pages.filter((page) => type === 'all' || page.type === type);
    const f1Of = (name: string) => pages.map(({ f1 }) => f1.get(name) ?? 0);
    return {
      pages: pages.length,
      f1: byName(this.#names, (name) => mean(f1Of(name))),
      gainOver: byName(peers, (name): Figures => ({ ...pairedBootstrap(f1Of(engine), f1Of(name)) })),
    };
  }
}

function byName<Value>(names: readonly string[], of: (name: string) => Value): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}
