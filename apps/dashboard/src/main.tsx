import './styles/main.css';
import { render } from 'preact';
import { restoreTheme } from './components/settings.tsx';
import { loadLanguage } from './messages/translate-message.ts';
import { followRoute } from './navigation/route.ts';
import { redeemSignInCode } from './session/redeem-sign-in-code.ts';
import { restoreSession } from './session/session.ts';
import { App } from './shell/app.tsx';

restoreTheme();
restoreSession();
const isLinkUsed = !(await redeemSignInCode());
await loadLanguage();
followRoute();
const root = document.getElementById('app');
if (root !== null) render(<App isLinkUsed={isLinkUsed} />, root);
