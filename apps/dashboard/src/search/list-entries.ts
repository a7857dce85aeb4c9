import type { ApiKey, LoggedRequest } from '@quern/sdk';
import { formatRelative } from '../components/format.ts';
import english from '../messages/en.data.json' with { type: 'json' };
import { t } from '../messages/translate-message.ts';
import { toHash } from '../navigation/route.ts';
import { adminViews, views } from '../navigation/views.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { operations } from '../operations/operations.ts';
import { admin, client } from '../session/session.ts';
import type { SearchEntry } from './find-entries.ts';

const errorPrefix = 'error.';
/** Errors of the dashboard itself, which the service has no page for. */
const ownErrors: ReadonlySet<string> = new Set(['unexpected', 'network_error', 'timeout']);

/** Lists what needs no request: operations, pages of the dashboard, and pages of the documentation. */
export function listKnownEntries(): SearchEntry[] {
  const listed = operations.value ?? [];
  return [
    ...listed.map(({ name }) => ({
      id: `operation ${name}`,
      label: operationTitle(name),
      kind: t('search.operation'),
      keywords: name,
      href: toHash({ view: 'playground', detail: name }),
    })),
    ...views
      .filter((view) => admin.value !== undefined || !adminViews.has(view))
      .map((view) => ({
        id: `view ${view}`,
        label: t(`nav.${view}`),
        kind: t('search.page'),
        keywords: view,
        href: toHash({ view }),
      })),
    ...listDocumentation(listed.map(({ name }) => name)),
  ];
}

function listDocumentation(names: readonly string[]): SearchEntry[] {
  const kind = t('search.documentation');
  const codes = Object.keys(english)
    .filter((key) => key.startsWith(errorPrefix))
    .map((key) => key.slice(errorPrefix.length))
    .filter((code) => !ownErrors.has(code));
  return [
    { id: 'docs', label: t('nav.reference'), kind, keywords: 'docs openapi', href: '/docs' },
    ...names.map((name) => ({
      id: `docs ${name}`,
      label: `${t('nav.reference')}: ${operationTitle(name)}`,
      kind,
      keywords: `docs ${name}`,
      href: `/docs#${encodeURIComponent(name)}`,
    })),
    { id: 'errors', label: t('search.errors'), kind, keywords: 'docs error codes', href: '/docs/errors' },
    ...codes.map((code) => ({
      id: `error ${code}`,
      label: code,
      kind,
      keywords: `${code.replaceAll('_', ' ')} docs error`,
      href: `/docs/errors/${encodeURIComponent(code)}`,
    })),
  ];
}

const keysMax = 1000;
const requestsMax = 100;

/** Requests keys and the last requests, as far as the session may read them. */
export async function loadEntries(signal: AbortSignal): Promise<SearchEntry[]> {
  const [keys, requests] = await Promise.all([
    admin.value?.keys.list({ limit: keysMax }, { signal }) ?? [],
    loadRequests(signal),
  ]);
  const now = Date.now();
  return [...keys.map(describeKey), ...requests.map((request) => describeRequest(request, now))];
}

async function loadRequests(signal: AbortSignal): Promise<readonly LoggedRequest[]> {
  const filter = { limit: requestsMax };
  if (client.value !== undefined) return (await client.value.requests(filter, { signal })).data.requests;
  return (await admin.value?.requests.list(filter, { signal })) ?? [];
}

const describeKey = ({ id, name, hint }: ApiKey): SearchEntry => ({
  id: `key ${id}`,
  label: name,
  kind: t('session.key'),
  keywords: `${id} ${hint}`,
  href: toHash({ view: 'keys', detail: id }),
});

function describeRequest(request: LoggedRequest, nowMs: number): SearchEntry {
  const { requestId, operation, status, code, jobId, createdAt } = request;
  return {
    id: `request ${requestId} ${createdAt}`,
    label: `${operationTitle(operation)} · ${code ?? status} · ${formatRelative(createdAt, nowMs)}`,
    kind: t('requests.id'),
    keywords: `${requestId} ${jobId ?? ''} ${operation}`,
    href: jobId === null ? toHash({ view: 'usage' }) : toHash({ view: 'jobs', detail: jobId }),
  };
}
