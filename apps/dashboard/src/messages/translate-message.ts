import { computed, signal } from '@preact/signals';
import english from './en.data.json' with { type: 'json' };

/** Name of a text of the dashboard. */
export type MessageKey = keyof typeof english;
type Catalog = Readonly<Record<MessageKey, string>>;

/** Languages of the dashboard, by BCP 47 tag, with the names that they have for themselves. */
export const languages = { en: 'English', de: 'Deutsch', pt: 'Português' } as const;
/** A language of the dashboard. */
export type Language = keyof typeof languages;

const storageKey = 'quern.language';
const loaders: Readonly<Record<Language, () => Promise<Catalog>>> = {
  en: async () => english,
  de: async () => (await import('./de.data.json', { with: { type: 'json' } })).default,
  pt: async () => (await import('./pt.data.json', { with: { type: 'json' } })).default,
};

const loaded = signal<{ readonly language: Language; readonly catalog: Catalog }>({
  language: 'en',
  catalog: english,
});

/** The language of the page. */
export const language = computed(() => loaded.value.language);

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

/** Loads the language that was chosen before, else the first of the browser's that exists. */
export async function loadLanguage(): Promise<void> {
  const wanted = [localStorage.getItem(storageKey) ?? '', ...navigator.languages];
  await showLanguage(wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en');
}

/** Shows the page in another language, and remembers it. */
export async function chooseLanguage(tag: string): Promise<void> {
  if (!isLanguage(tag)) return;
  localStorage.setItem(storageKey, tag);
  await showLanguage(tag);
}

async function showLanguage(tag: Language): Promise<void> {
  loaded.value = { language: tag, catalog: await loaders[tag]() };
  document.documentElement.lang = tag;
}

/** Values of the placeholders of a text. A `count` selects the form of a plural. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Returns a text in the language of the page. Components that call it are rendered again when the language changes. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const { catalog, language: tag } = loaded.value;
  return fillMessage(catalog[key], values, tag);
}

/** Returns a text whose name is composed at run time; undefined if there is none. */
export function findMessage(key: string, values?: MessageValues): string | undefined {
  return Object.hasOwn(english, key) ? t(key as MessageKey, values) : undefined;
}

/**
 * Fills the placeholders `{name}` of a text. Of two forms with ` | ` between them, the first one is used for counts that are
 * singular in the language.
 */
export function fillMessage(message: string, values: MessageValues, tag: string): string {
  const forms = message.split(' | ');
  const { count } = values;
  const isPlural = typeof count === 'number' && new Intl.PluralRules(tag).select(count) !== 'one';
  const form = (isPlural ? forms[1] : undefined) ?? forms[0] ?? '';
  return form.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return placeholder;
    return typeof value === 'number' ? new Intl.NumberFormat(tag).format(value) : value;
  });
}
