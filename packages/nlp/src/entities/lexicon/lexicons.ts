import type { LexiconLanguage } from '../rules/rule-context.ts';
import de from './de.data.json' with { type: 'json' };
import en from './en.data.json' with { type: 'json' };
import es from './es.data.json' with { type: 'json' };
import fr from './fr.data.json' with { type: 'json' };
import it from './it.data.json' with { type: 'json' };
import nl from './nl.data.json' with { type: 'json' };
import pt from './pt.data.json' with { type: 'json' };

/** The vocabulary of each language: calendar, periods, clock times, numbers, scales, labels, streets, nationalities. */
export const lexicons = { en, de, fr, es, pt, it, nl } as const satisfies Record<LexiconLanguage, object>;
