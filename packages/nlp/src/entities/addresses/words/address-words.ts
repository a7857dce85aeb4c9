import ar from './ar.data.json' with { type: 'json' };
import cs from './cs.data.json' with { type: 'json' };
import da from './da.data.json' with { type: 'json' };
import de from './de.data.json' with { type: 'json' };
import el from './el.data.json' with { type: 'json' };
import en from './en.data.json' with { type: 'json' };
import es from './es.data.json' with { type: 'json' };
import fi from './fi.data.json' with { type: 'json' };
import fr from './fr.data.json' with { type: 'json' };
import he from './he.data.json' with { type: 'json' };
import hi from './hi.data.json' with { type: 'json' };
import hu from './hu.data.json' with { type: 'json' };
import id from './id.data.json' with { type: 'json' };
import it from './it.data.json' with { type: 'json' };
import ja from './ja.data.json' with { type: 'json' };
import ko from './ko.data.json' with { type: 'json' };
import nl from './nl.data.json' with { type: 'json' };
import no from './no.data.json' with { type: 'json' };
import pl from './pl.data.json' with { type: 'json' };
import pt from './pt.data.json' with { type: 'json' };
import ro from './ro.data.json' with { type: 'json' };
import ru from './ru.data.json' with { type: 'json' };
import sv from './sv.data.json' with { type: 'json' };
import tr from './tr.data.json' with { type: 'json' };
import uk from './uk.data.json' with { type: 'json' };
import vi from './vi.data.json' with { type: 'json' };
import zh from './zh.data.json' with { type: 'json' };

/** Words that precede a personal number or an address in running text, by what they announce. */
export interface CueWords {
  readonly address: readonly string[];
  readonly postalCode: readonly string[];
  readonly phone: readonly string[];
  readonly ageBefore: readonly string[];
  /** After the number, of an age only: "years old", "-jährige". */
  readonly ageAfter: readonly string[];
  /** After the number, of an age or a duration: an age after `ageBefore` or `ageVerbs`. */
  readonly years: readonly string[];
  /** In front of a number and `years`: "elle a 34 ans". */
  readonly ageVerbs: readonly string[];
  /** After `years`, of a duration: "ago". */
  readonly notAge: readonly string[];
  readonly nationalId: readonly string[];
  readonly taxId: readonly string[];
  readonly passport: readonly string[];
  readonly driverLicense: readonly string[];
  readonly licensePlate: readonly string[];
  /** Payment cards. */
  readonly card: readonly string[];
  readonly bankAccount: readonly string[];
  /** Nouns of numbered documents: invoice, order, case. */
  readonly reference: readonly string[];
  /** Words between such a noun and its number: "no.", "is". */
  readonly number: readonly string[];
}

/** The vocabulary of addresses and of the cues of personal data in one language. In cues, a final `*` stands for any ending. */
export interface AddressWords {
  readonly streets: {
    /** Types in front of the name: rue, calle, ул. */
    readonly before: readonly string[];
    /** Types after the name, as a separate word: Street, Caddesi, utca. */
    readonly after: readonly string[];
    /** Types at the end of the name's last word: straße, gatan. */
    readonly suffix: readonly string[];
    /** Those of the types above that are everyday words too: they need a postal code or a town. */
    readonly weak: readonly string[];
  };
  /** In front of a number of a building: No., д. */
  readonly houseNumber: readonly string[];
  /** In front of the number of a flat, floor or building. */
  readonly units: readonly string[];
  /** After such a number: "2nd floor", "3. emelet". */
  readonly unitsAfter: readonly string[];
  readonly postBoxes: readonly string[];
  /** In front of the name of a town: г., TP. */
  readonly townPrefixes: readonly string[];
  /** In front of the name or number of a district or region. */
  readonly districts: readonly string[];
  /** After the name of a district or region. */
  readonly districtsAfter: readonly string[];
  /** Large towns and some regions, as the language writes them. */
  readonly towns: readonly string[];
  readonly cues: CueWords;
}

/** Address words by language code; languages without a file are absent. */
export const addressWords: Readonly<Record<string, AddressWords | undefined>> = {
  ...{ ar, cs, da, de, el, en, es, fi, fr, he, hi, hu, id, it },
  ...{ ja, ko, nl, no, pl, pt, ro, ru, sv, tr, uk, vi, zh },
};

/** Languages with address words. */
export const addressLanguages: readonly string[] = Object.keys(addressWords);

/** All address words of all languages of one kind. */
export function collectWords(select: (words: AddressWords) => readonly string[]): string[] {
  return [...new Set(Object.values(addressWords).flatMap((words) => (words ? select(words) : [])))];
}
