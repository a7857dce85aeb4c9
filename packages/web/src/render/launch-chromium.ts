import type { Browser } from 'playwright-core';
import type { ChromiumFiles } from './locate-chromium.ts';
import { RenderError } from './render-error.ts';

/** The name that the browser knows the guard proxies' machine by; no page can reach it by this name. */
export const guardProxyHost = 'guard.quern';

/**
 * The browser resolves no name and reaches no address but the guard's, in whatever way it may try: names and
 * literal addresses alike are mapped to nothing, and what has no context of its own goes to a port where
 * nobody listens. The other arguments close what would go round a proxy (WebRTC, QUIC) or is not needed.
 */
const closedNetwork = [
  `--host-resolver-rules=MAP ${guardProxyHost} 127.0.0.1, MAP * ~NOTFOUND`,
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--no-pings',
  '--disable-domain-reliability',
];
const frugal = [
  '--block-new-web-contents',
  '--disable-gpu',
  '--disable-3d-apis',
  '--disable-remote-fonts',
  '--disable-speech-api',
  '--disk-cache-size=1',
  '--js-flags=--max-old-space-size=512',
];

const noWay = { server: `http://${guardProxyHost}:1`, bypass: '<-loopback>' };

/**
 * Starts the browser, in Chromium's own sandbox where the system lets it (not as root, and only with user
 * namespaces), else without.
 *
 * @param report told when it runs without a sandbox although the user is not root
 * @throws RenderError `unavailable`
 */
export async function launchChromium(
  files: ChromiumFiles,
  report: (message: string) => void,
): Promise<Browser> {
  const { chromium } = await import('playwright-core').catch((cause: unknown) => {
    throw new RenderError('unavailable', 'the optional package playwright-core is not installed', { cause });
  });
  const launch = (chromiumSandbox: boolean): Promise<Browser> =>
    chromium.launch({
      executablePath: files.executable,
      env: { ...files.environment },
      chromiumSandbox,
      proxy: noWay,
      args: [...closedNetwork, ...frugal],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: 30_000,
    });
  try {
    if (process.getuid?.() === 0) return await launch(false);
    return await launch(true).catch(async () => {
      const browser = await launch(false);
      report('the browser runs without a sandbox: this system gives it no user namespaces');
      return browser;
    });
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : '';
    throw new RenderError('unavailable', `Chromium does not start (${reason.slice(0, 300)})`, { cause });
  }
}
