import { signal } from '@preact/signals';
import { type View, views } from './views.ts';

/** The place that the URL names: `#/playground/sentiment?language=en`. */
export interface Route {
  readonly view: View;
  /** Such as the name of an operation; empty for the page itself. */
  readonly detail: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The current place. */
export const route = signal<Route>({ view: 'playground', detail: '', query: {} });

/** Parses the fragment of a URL. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [name, detail = ''] = path.split('/');
  return {
    view: views.find((view) => view === name) ?? 'playground',
    detail: decode(detail),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Returns the fragment of the URL of a place. */
export function toHash({ view, detail = '', query = {} }: Partial<Route> & Pick<Route, 'view'>): string {
  const parameters = new URLSearchParams(query).toString();
  return `#/${view}${detail === '' ? '' : `/${encodeURIComponent(detail)}`}${parameters === '' ? '' : `?${parameters}`}`;
}

/** Follows the URL from now on. */
export function followRoute(): void {
  const read = (): void => {
    route.value = parseRoute(location.hash);
  };
  addEventListener('hashchange', read);
  read();
}

/** Changes the query of the URL without an entry in the history. */
export function replaceQuery(query: Readonly<Record<string, string>>): void {
  const replaced = { ...route.peek(), query };
  const hash = toHash(replaced);
  if (hash !== toHash(route.peek())) {
    history.replaceState(null, '', hash);
    route.value = replaced;
  }
}
