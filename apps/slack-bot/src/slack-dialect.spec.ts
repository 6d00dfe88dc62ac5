import { describe, expect, it } from '@jest/globals';
import { plainText, SLACK_DIALECT } from './slack-dialect.js';

describe('the dialect of Slack', () => {
  it.each([
    ['a mention of a channel', '<!channel>', '&lt;!channel&gt;'],
    ['a mention of a person', 'ask <@U123|ann>', 'ask &lt;@U123|ann&gt;'],
    ['a mass mention in plain text', '@Here & @everyone', '@\u200BHere &amp; @\u200Beveryone'],
    ['an entity of a document', '&lt;!here&gt;', '&amp;lt;!here&amp;gt;'],
  ])('makes %s plain', (_, text, escaped) => {
    expect(SLACK_DIALECT.escape(text)).toBe(escaped);
  });

  it('lets no text break out of a link', () => {
    const text = SLACK_DIALECT.escape('Bells | <bold>');
    const link = SLACK_DIALECT.link(text, 'https://arbiter.example/documents/d?q=a|b>c');
    expect(link).toBe('<https://arbiter.example/documents/d?q=a%7Cb%3Ec|Bells ¦ &lt;bold&gt;>');
  });
});

describe('what a person wrote', () => {
  it.each([
    ['an address', 'read <https://a.example/x?y=1&amp;z=2>', 'read https://a.example/x?y=1&z=2'],
    ['an address with a label', 'read <https://a.example|a.example>', 'read https://a.example'],
    ['a channel', 'see <#C1|quay> and <#C2|>', 'see quay and #C2'],
    ['signs that Slack escapes', ' 2 &lt; 3 &amp;amp; 4 &gt; 3 ', '2 < 3 &amp; 4 > 3'],
  ])('is read from %s', (_, mrkdwn, plain) => {
    expect(plainText(mrkdwn)).toBe(plain);
  });
});
