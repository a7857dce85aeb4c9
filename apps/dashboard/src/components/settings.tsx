import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { chooseLanguage, language, languages, t } from '../messages/translate-message.ts';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const storageKey = 'quern.theme';
/** The chosen color scheme. */
export const theme = signal<Theme>('system');

/** Applies the color scheme that was chosen before. */
export function restoreTheme(): void {
  chooseTheme(themes.find((name) => name === localStorage.getItem(storageKey)) ?? 'system');
}

function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  localStorage.setItem(storageKey, chosen);
  document.documentElement.dataset['theme'] = chosen;
}

/** Selects the color scheme. */
export function ThemeSelect(): JSX.Element {
  return (
    <select
      class="quiet"
      aria-label={t('theme.label')}
      value={theme.value}
      onChange={(event) => chooseTheme(themes.find((name) => name === event.currentTarget.value) ?? 'system')}
    >
      {themes.map((name) => (
        <option key={name} value={name}>
          {t(`theme.${name}`)}
        </option>
      ))}
    </select>
  );
}

/** Selects the language of the page. */
export function LanguageSelect(): JSX.Element {
  return (
    <select
      class="quiet"
      aria-label={t('language.label')}
      value={language.value}
      onChange={(event) => void chooseLanguage(event.currentTarget.value)}
    >
      {Object.entries(languages).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
