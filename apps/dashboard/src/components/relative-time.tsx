import type { JSX } from 'preact';
import { formatRelative, formatTime } from './format.ts';

interface RelativeTimeProps {
  readonly ms: number;
  /** A property, so that the text is renewed whenever the view around it is rendered. */
  readonly nowMs: number;
}

/** A time relative to another one, with the full time as its title. */
export function RelativeTime({ ms, nowMs }: RelativeTimeProps): JSX.Element {
  return (
    <time dateTime={new Date(ms).toISOString()} title={formatTime(ms)}>
      {formatRelative(ms, nowMs)}
    </time>
  );
}
