import type { TranslateData } from '@quern/sdk';
import type { JSX } from 'preact';
import { languageName } from '../components/format.ts';
import { languageDirection } from '../components/language-direction.ts';
import { rowPartLength, useParts } from '../components/long-content/use-parts.tsx';
import { t } from '../messages/translate-message.ts';

interface TranslationViewProps {
  readonly data: TranslateData;
  readonly text: string;
}

/** Sentences and their translations, side by side. */
export function TranslationView({ data, text }: TranslationViewProps): JSX.Element {
  const { sentences, translation, sourceLanguage, targetLanguage } = data;
  const { end, more } = useParts(sentences, sentences.length, rowPartLength);
  if (text === '' || sentences.length === 0) {
    return (
      <p class="reading" dir={languageDirection(targetLanguage)} lang={targetLanguage}>
        {translation}
      </p>
    );
  }
  return (
    <>
      <table class="pairs">
        <thead>
          <tr>
            <th dir={languageDirection(sourceLanguage)}>{languageName(sourceLanguage)}</th>
            <th dir={languageDirection(targetLanguage)}>{languageName(targetLanguage)}</th>
          </tr>
        </thead>
        <tbody>
          {sentences.slice(0, end).map(({ text: translated, startIndex, source }) => {
            const original = text.slice(source.startIndex, source.endIndex);
            const isSame = original === translated && sourceLanguage !== targetLanguage;
            return (
              <tr key={startIndex}>
                <td dir={languageDirection(sourceLanguage)} lang={sourceLanguage}>
                  {original}
                </td>
                <td dir={languageDirection(targetLanguage)} lang={targetLanguage}>
                  {translated} {isSame && <span class="badge">{t('translation.same')}</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {more}
    </>
  );
}
