import type { QuernAdmin } from '@quern/sdk';
import type { JSX } from 'preact';
import { Tabs } from '../components/tabs.tsx';
import { t } from '../messages/translate-message.ts';
import { route } from '../navigation/route.ts';
import { admin } from '../session/session.ts';
import { NeedsAdmin } from '../session/sign-in.tsx';
import { AccountList } from './account-list.tsx';
import { AccountPage } from './account-page.tsx';
import { AuditLog } from './audit-log.tsx';
import { KeyUsageReport } from './key-usage-report.tsx';
import { RequestLog } from './request-log.tsx';

/** The accounts of the service, or the one that the URL names; requests and changes by administrators. */
export function AccountsView(): JSX.Element {
  const client = admin.value;
  const id = route.value.detail;
  if (client === undefined) return <NeedsAdmin />;
  return id === '' ? <Overview client={client} /> : <AccountPage key={id} client={client} id={id} />;
}

function Overview({ client }: { readonly client: QuernAdmin }): JSX.Element {
  const tabs = [
    { name: 'accounts', label: t('nav.accounts'), render: () => <AccountList client={client} /> },
    { name: 'usage', label: t('accounts.usage'), render: () => <KeyUsageReport client={client} /> },
    { name: 'requests', label: t('requests.title'), render: () => <RequestLog client={client} /> },
    { name: 'audit', label: t('audit.title'), render: () => <AuditLog client={client} /> },
  ];
  return (
    <>
      <h1>{t('nav.accounts')}</h1>
      <Tabs label={t('nav.accounts')} tabs={tabs} />
    </>
  );
}
