import type { Browser } from 'playwright-core';
import type { ChromiumFiles } from './locate-chromium.ts';
import { RenderError } from './render-error.ts';

/** Host name of the guard proxies inside the browser. Pages cannot resolve it. */
export const guardProxyHost = 'guard.quern';

/**
 * The browser can resolve and reach the guard proxies only: all other names and literal addresses are mapped to
 * nothing, and requests outside a browser context go to a port without a listener. The other flags disable
 * features that bypass a proxy (WebRTC, QUIC) or are not needed.
 */
const networkLockdownFlags = [
  `--host-resolver-rules=MAP ${guardProxyHost} 127.0.0.1, MAP * ~NOTFOUND`,
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--no-pings',
  '--disable-domain-reliability',
];
/** Disable features that use memory and do not change a page's text. */
const resourceFlags = [
  '--block-new-web-contents',
  '--disable-gpu',
  '--disable-3d-apis',
  '--disable-remote-fonts',
  '--disable-speech-api',
  '--disk-cache-size=1',
  '--js-flags=--max-old-space-size=512',
];

/** The proxy of everything outside a browser context: a port without a listener. */
const deadProxy = { server: `http://${guardProxyHost}:1`, bypass: '<-loopback>' };
const launchTimeoutMs = 30_000;
/** Maximum number of starts: Chromium itself crashes in one of some thousand. */
const launchesMax = 3;

/**
 * Launches the browser, in Chromium's own sandbox if the system supports it (not as root, and only with user
 * namespaces), otherwise without.
 *
 * @param onWarning called when the browser runs without a sandbox although the user is not root
 * @throws RenderError `unavailable`
 */
export async function launchChromium(
  files: ChromiumFiles,
  onWarning: (message: string) => void,
): Promise<Browser> {
  const { chromium } = await import('playwright-core').catch((cause: unknown) => {
    throw new RenderError('unavailable', 'the optional package playwright-core is not installed', { cause });
  });
  const launch = (chromiumSandbox: boolean): Promise<Browser> =>
    chromium.launch({
      executablePath: files.executable,
      env: { ...files.environment },
      chromiumSandbox,
      proxy: deadProxy,
      args: [...networkLockdownFlags, ...resourceFlags],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: launchTimeoutMs,
    });
  try {
    if (process.getuid?.() === 0) return await repeatLaunch(() => launch(false));
    return await repeatLaunch(() => launch(true)).catch(async () => {
      const browser = await repeatLaunch(() => launch(false));
      onWarning('the browser runs without a sandbox: user namespaces are not available on this system');
      return browser;
    });
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : '';
    throw new RenderError('unavailable', `Chromium does not start (${reason.slice(0, 300)})`, { cause });
  }
}

/** Launches again if the browser ended while it was starting. */
async function repeatLaunch(launch: () => Promise<Browser>): Promise<Browser> {
  for (let launches = 1; ; launches += 1) {
    try {
      return await launch();
    } catch (error) {
      const hasEnded = error instanceof Error && error.message.includes('has been closed');
      if (!hasEnded || launches === launchesMax) throw error;
    }
  }
}
