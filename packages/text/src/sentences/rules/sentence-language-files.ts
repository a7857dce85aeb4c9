import ar from './languages/ar.data.json' with { type: 'json' };
import bg from './languages/bg.data.json' with { type: 'json' };
import cs from './languages/cs.data.json' with { type: 'json' };
import da from './languages/da.data.json' with { type: 'json' };
import de from './languages/de.data.json' with { type: 'json' };
import el from './languages/el.data.json' with { type: 'json' };
import en from './languages/en.data.json' with { type: 'json' };
import es from './languages/es.data.json' with { type: 'json' };
import fi from './languages/fi.data.json' with { type: 'json' };
import fr from './languages/fr.data.json' with { type: 'json' };
import he from './languages/he.data.json' with { type: 'json' };
import hi from './languages/hi.data.json' with { type: 'json' };
import hu from './languages/hu.data.json' with { type: 'json' };
import id from './languages/id.data.json' with { type: 'json' };
import it from './languages/it.data.json' with { type: 'json' };
import ja from './languages/ja.data.json' with { type: 'json' };
import kk from './languages/kk.data.json' with { type: 'json' };
import ko from './languages/ko.data.json' with { type: 'json' };
import nl from './languages/nl.data.json' with { type: 'json' };
import no from './languages/no.data.json' with { type: 'json' };
import pl from './languages/pl.data.json' with { type: 'json' };
import pt from './languages/pt.data.json' with { type: 'json' };
import ro from './languages/ro.data.json' with { type: 'json' };
import ru from './languages/ru.data.json' with { type: 'json' };
import sk from './languages/sk.data.json' with { type: 'json' };
import sv from './languages/sv.data.json' with { type: 'json' };
import tr from './languages/tr.data.json' with { type: 'json' };
import uk from './languages/uk.data.json' with { type: 'json' };
import und from './languages/und.data.json' with { type: 'json' };
import vi from './languages/vi.data.json' with { type: 'json' };
import zh from './languages/zh.data.json' with { type: 'json' };

/** The file of a language, which a native speaker can edit. Words have no final period; those in lower case match any. */
export interface SentenceLanguageFile {
  /** Abbreviations that never end a sentence: titles, `e.g.` */
  readonly neverFinal?: readonly string[];
  /** Words that are abbreviations only before a number or a letter: `No. 5`, `Kl. B`, but `I said no.` */
  readonly beforeNumber?: readonly string[];
  /** Abbreviations that end a sentence only before one of `sentenceStarters`: `Inc.`, `U.S.` */
  readonly possiblyFinal?: readonly string[];
  /** Those that also end it before a capitalized word with a small letter after it: `Stal S.A. Cena nie jest znana.` */
  readonly oftenFinal?: readonly string[];
  /** Abbreviations that end a sentence before any capital letter: `etc.` */
  readonly usuallyFinal?: readonly string[];
  /** Units, which after a number end a sentence before any capital letter: `in 1980 г.` */
  readonly afterNumber?: readonly string[];
  /** Words that the general rules would take for abbreviations: words without vowels, `i` in Danish. */
  readonly ordinaryWords?: readonly string[];
  /** Frequent words of two and three letters; others before a number or a letter are abbreviations. */
  readonly shortWords?: readonly string[];
  /** The consonants after the last vowel of a word; a word with other ones is an abbreviation: `anschl`. */
  readonly finalConsonants?: readonly string[];
  /** Verbs that attribute a quotation to a speaker, in scripts without capital letters. */
  readonly speechVerbs?: readonly string[];
  /** Nouns that a letter names, so that the letter is no initial: `plan B.` */
  readonly letterLabels?: readonly string[];
  /** Ends of names that are abbreviations before a number: `Goethestr. 5`. */
  readonly numberedEndings?: readonly string[];
  /** Words before a cardinal number where capitals follow ordinal numbers: `um 5.` */
  readonly cardinalCues?: readonly string[];
  /** Words before an ordinal number of three digits there: `das 750. Jubiläum`. */
  readonly ordinalCues?: readonly string[];
  /** Words that begin a sentence when capitalized after an abbreviation: articles, pronouns, prepositions. */
  readonly sentenceStarters?: readonly string[];
}

/** The files by language code; `und` has the abbreviations that are used in every language. */
export const sentenceLanguageFiles: ReadonlyMap<string, SentenceLanguageFile> = new Map<
  string,
  SentenceLanguageFile
>(
  Object.entries({
    ar,
    bg,
    cs,
    da,
    de,
    el,
    en,
    es,
    fi,
    fr,
    he,
    hi,
    hu,
    id,
    it,
    ja,
    kk,
    ko,
    nl,
    no,
    pl,
    pt,
    ro,
    ru,
    sk,
    sv,
    tr,
    uk,
    vi,
    zh,
    und,
  }),
);
