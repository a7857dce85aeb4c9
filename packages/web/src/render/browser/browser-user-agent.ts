/**
 * The user agent of Chromium, which pages check, followed by the product, so that servers know who requests. The
 * platforms are those of Chrome's reduced user agent (https://www.chromium.org/updates/ua-reduction/).
 *
 * @param version version of Chromium, such as `147.0.7000.0`
 * @param product product and version, such as `Quern/1.0 (+https://example.org)`
 * @param isMobile whether to identify as Chrome on a phone
 */
export function browserUserAgent(version: string, product: string, isMobile: boolean): string {
  const major = version.split('.')[0] ?? '';
  const platform = isMobile ? 'Linux; Android 10; K' : 'X11; Linux x86_64';
  const mobile = isMobile ? ' Mobile' : '';
  return `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${mobile} Safari/537.36 ${product}`;
}
