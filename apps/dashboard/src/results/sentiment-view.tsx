import { useSignal } from '@preact/signals';
import type { SentimentData } from '@quern/sdk';
import type { JSX } from 'preact';
import { formatNumber, formatShare } from '../components/format.ts';
import { languageDirection, partDirection } from '../components/language-direction.ts';
import { rowPartLength, textPartLength, useParts } from '../components/long-content/use-parts.tsx';
import { toWords } from '../messages/option-label.ts';
import { findMessage, t } from '../messages/translate-message.ts';
import { Bars } from './bars.tsx';
import { cutIntoSegments } from './spans/spans.ts';

const scoreFormat = {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
} as const;
const formatScore = (score: number): string => formatNumber(score, scoreFormat);
const emotionName = (emotion: string): string => findMessage(`emotion.${emotion}`) ?? toWords(emotion);
const labelName = (label: string): string => findMessage(`sentiment.${label}`) ?? toWords(label);
/** Number of emotions that are shown. */
const emotionsMax = 8;

interface SentimentViewProps {
  readonly data: SentimentData;
  readonly text: string;
}

/** The label, the score on its axis, the sentences by their scores, and the emotions. */
export function SentimentView({ data, text }: SentimentViewProps): JSX.Element {
  const active = useSignal<number | undefined>(undefined);
  const { sentiment, score, confidence, scores, sentences, emotions, emotionScores, language } = data;
  const shownText = useParts(text, text.length, textPartLength);
  const shownSentences = useParts(sentences, sentences.length, rowPartLength);
  const strongest = Object.entries(emotionScores)
    .sort(([, a], [, b]) => b - a)
    .slice(0, emotionsMax);
  return (
    <>
      <div class={`verdict ${sentiment}`}>
        <strong>{labelName(sentiment)}</strong>
        <span class="hint">{t('sentiment.confidence', { share: formatShare(confidence) })}</span>
      </div>
      <ScoreAxis score={score} />
      {text !== '' && (
        <p class="reading" dir={partDirection(text, languageDirection(language))}>
          {cutIntoSegments(text.slice(0, shownText.end), sentences).map((segment, index) => {
            const sentence = segment.span === undefined ? undefined : sentences[segment.span];
            if (sentence === undefined) return segment.text;
            return (
              <span
                key={index}
                class={`sentence ${sentence.sentiment}${active.value === segment.span ? ' active' : ''}`}
                title={`${labelName(sentence.sentiment)} ${formatScore(sentence.score)}`}
              >
                {segment.text}
              </span>
            );
          })}
        </p>
      )}
      {text !== '' && shownText.more}
      {sentences.length > 1 && (
        <section>
          <h3>{t('sentiment.sentences')}</h3>
          <div class="strip">
            {sentences.slice(0, shownSentences.end).map((sentence, index) => (
              <button
                key={sentence.startIndex}
                type="button"
                class={sentence.sentiment}
                aria-label={`${labelName(sentence.sentiment)} ${formatScore(sentence.score)}: ${sentence.text}`}
                onMouseEnter={() => {
                  active.value = index;
                }}
                onFocus={() => {
                  active.value = index;
                }}
                onMouseLeave={() => {
                  active.value = undefined;
                }}
                onBlur={() => {
                  active.value = undefined;
                }}
              >
                {formatScore(sentence.score)}
              </button>
            ))}
          </div>
          {shownSentences.more}
        </section>
      )}
      <div class="columns">
        <section>
          <h3>{t('sentiment.emotions')}</h3>
          <Bars
            label={t('sentiment.emotions')}
            bars={strongest.map(([name, share]) => ({
              name,
              label: emotionName(name),
              share,
              isStrong: emotions.includes(name),
            }))}
          />
        </section>
        <section>
          <h3>{t('sentiment.labels')}</h3>
          <Bars
            label={t('sentiment.labels')}
            bars={Object.entries(scores).map(([name, share]) => ({
              name,
              label: labelName(name),
              share,
              isStrong: name === sentiment,
            }))}
          />
        </section>
      </div>
    </>
  );
}

/** The score between −1 and 1. */
function ScoreAxis({ score }: { readonly score: number }): JSX.Element {
  return (
    <div class="axis" role="img" aria-label={t('sentiment.score', { score: formatScore(score) })}>
      <span class="line" />
      <span class="marker" style={{ insetInlineStart: `${((score + 1) / 2) * 100}%` }}>
        {formatScore(score)}
      </span>
      <span class="ends">
        <span>−1</span>
        <span>0</span>
        <span>+1</span>
      </span>
    </div>
  );
}
