/** Fields that programs add to messages (RFC 5322, RFC 2045), and people do not write at the top of a note. */
const technicalFields = new Set([
  ...['message-id', 'mime-version', 'received', 'return-path', 'dkim-signature', 'delivered-to'],
  ...['content-type', 'content-transfer-encoding', 'references', 'in-reply-to', 'authentication-results'],
]);
/** Fields that are displayed. */
const displayedFields = new Set(['from', 'to', 'cc', 'subject', 'date', 'sender', 'reply-to', 'bcc']);
const fieldPattern = /^([!-9;-~]{1,76}):(.*)$/;
/** Date and time with a zone (RFC 5322, 3.3). */
const datePattern = /\d{1,2} [A-Z][a-z]{2} \d{4} \d\d?:\d\d(?::\d\d)? (?:[+-]\d{4}|[A-Z]{1,5})\b/;
const fieldsMax = 1000;

/**
 * Whether a text is an e-mail message: it begins with a block of header fields, among which are those that people read
 * and those that only programs write.
 */
export function hasMailHeader(text: string): boolean {
  let displayed = 0;
  let technical = 0;
  let fields = 0;
  for (const line of headerLines(text)) {
    if (/^[ \t]/.test(line) && fields > 0) continue;
    const [, name = '', value = ''] = fieldPattern.exec(line) ?? [];
    // A mailbox begins each message with such a line.
    if (name === '' && fields === 0 && /^>?From \S+ /.test(line)) continue;
    if (name === '') return false;
    fields++;
    const key = name.toLowerCase();
    if (displayedFields.has(key)) displayed++;
    if (technicalFields.has(key) || (key === 'date' && datePattern.test(value))) technical++;
  }
  return displayed >= 1 && technical >= 1 && displayed + technical >= 3;
}

/** The lines before the first blank one. */
function* headerLines(text: string): Generator<string> {
  let position = 0;
  for (let count = 0; count < fieldsMax && position < text.length; count++) {
    const end = text.indexOf('\n', position);
    const line = text.slice(position, end < 0 ? text.length : end).replace(/\r$/, '');
    if (line === '') return;
    yield line;
    if (end < 0) return;
    position = end + 1;
  }
}
