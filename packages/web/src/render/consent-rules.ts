/** How consent banners are recognized in the browser. */
export const consentRules = {
  /** Containers of common consent platforms and plugins, from their documentation. */
  containers: [
    '#onetrust-consent-sdk',
    '#onetrust-banner-sdk',
    '#CybotCookiebotDialog',
    '#CybotCookiebotDialogBodyUnderlay',
    '#usercentrics-root',
    '#usercentrics-cmp-ui',
    '#didomi-host',
    '#qc-cmp2-container',
    '.qc-cmp2-container',
    '.fc-consent-root',
    '[id^=sp_message_container]',
    '#truste-consent-track',
    '.truste_overlay',
    '.truste_box_overlay',
    '#cookie-law-info-bar',
    '.cky-consent-container',
    '.cky-overlay',
    '#cmplz-cookiebanner-container',
    '.cmplz-cookiebanner',
    '#BorlabsCookieBox',
    '#iubenda-cs-banner',
    '#klaro .klaro',
    '.cc-window.cc-banner',
    '.osano-cm-window',
    '#cookiescript_injected',
    '#cmpbox',
    '#cmpbox2',
    '#tarteaucitronRoot',
    '#axeptio_overlay',
    '#moove_gdpr_cookie_info_bar',
    '#gdpr-cookie-message',
    '#cookie-notice',
    '.evidon-consent-button',
    '#_evidon_banner',
    '#ccc',
    'amp-consent',
    '#consent_blackbar',
    '#shopify-pc__banner',
  ],
  /** "Cookie" and the names of data protection laws are the same in most languages. */
  topicPattern:
    'cookie|consent|gdpr|dsgvo|rgpd|lgpd|ccpa|einwillig|consentement|consentimiento|consentimento|クッキー|쿠키',
  /** Words that footers and menus contain as well: conclusive in short overlays only. */
  weakTopicPattern: 'privacy|datenschutz|vie privée|privacidad|privacidade|隐私|隱私|プライバシー|개인정보',
  /** Longer overlays are not banners. */
  textMax: 4000,
  weakTextMax: 500,
  /** Identifiers and labels of the button that accepts. */
  acceptPattern:
    'accept|agree|allow|consent-yes|akzept|zustimm|einverstanden|accepter|aceptar|aceitar|accett|akkoord|godta|acceptera|hyväksy|zgadzam|akceptuj|souhlas|přijmout|принять|同意|許可|동의',
} as const;
