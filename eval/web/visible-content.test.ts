import { describe, expect, it } from 'vitest';
import { hasPeer } from '../peers/import-peer.ts';
import { extractVisibleContent, loadParser } from './visible-content.ts';

const baseUrl = 'https://example.org/a/';

describe.skipIf(!hasPeer('linkedom'))('extractVisibleContent (needs eval:install)', () => {
  const read = async (html: string) => extractVisibleContent(html, baseUrl, await loadParser());

  it('collects words, headings with their level and links with their resolved address', async () => {
    const content = await read(
      '<h2>The <i>mill</i></h2><p>Read <a href="b">this page</a>.<script>x</script>',
    );
    expect(content.words).toEqual(['The', 'mill', 'Read', 'this', 'page']);
    expect(content.headings).toEqual(['2 The mill']);
    expect(content.links).toEqual(['this page https://example.org/a/b']);
  });

  it('repeats the cells of data tables that span columns unless they fill a row, and ignores layout tables', async () => {
    const content = await read(
      '<table><tr><th>a<th>b<th>c<tr><td colspan="2">d<td>e<tr><td colspan="3">f</table><table><tr><td>layout</table>',
    );
    expect(content.cells).toEqual(['a', 'b', 'c', 'd', 'd', 'e', 'f']);
  });

  it('reads code blocks without line numbers', async () => {
    const content = await read('<pre><span class="linenos">1</span>let a;<br>let b;\n</pre>');
    expect(content.code).toEqual(['let a;\nlet b;']);
  });
});
