import type { JSX } from 'preact';
import { Icon } from '../components/icon.tsx';
import { LanguageSelect, ThemeSelect } from '../components/settings.tsx';
import { t } from '../messages/translate-message.ts';
import { account } from '../session/account.ts';
import { session, signOut } from '../session/session.ts';
import { SearchButton } from './search-button.tsx';
import { SparkLine } from './spark-line.tsx';

interface TopBarProps {
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
}

/** Balance, key in use, and settings. */
export function TopBar({ isMenuOpen, onMenu }: TopBarProps): JSX.Element {
  const usage = account.value;
  return (
    <header class="top-bar">
      <button type="button" class="menu" aria-expanded={isMenuOpen} aria-controls="rail" onClick={onMenu}>
        <Icon name="menu" />
        {t('app.menu')}
      </button>
      {usage !== undefined && (
        <a class="balance" href="#/usage">
          <span class="label">{t('balance.label')}</span>
          <strong id="balance">{t('balance.credits', { count: usage.account.available })}</strong>
          <SparkLine usage={usage} />
        </a>
      )}
      {usage !== undefined && (
        <span class="in-use">
          <span class="label">{t('session.key')}</span>
          <span dir="auto">{usage.key.name}</span>
        </span>
      )}
      <span class="space" />
      <SearchButton />
      {session.value.adminToken !== undefined && <span class="badge">{t('session.adminToken')}</span>}
      <LanguageSelect />
      <ThemeSelect />
      <button type="button" onClick={signOut}>
        {t('session.signOut')}
      </button>
    </header>
  );
}
