import type { ReadResourceResult } from '@modelcontextprotocol/server';

/** Where hosts find the page (SEP-1865). */
export const ANSWER_APP_URI = 'ui://arbiter/answer';
const APP_MIME_TYPE = 'text/html;profile=mcp-app';

/** What a tool says of itself whose answer hosts may draw. */
export const ANSWER_APP_META = { ui: { resourceUri: ANSWER_APP_URI } } as const;

/** The page that draws an answer with its evidence, in hosts that have MCP Apps. It loads nothing and asks nobody but its host. */
export function readAnswerApp(): ReadResourceResult {
  return {
    contents: [
      {
        uri: ANSWER_APP_URI,
        mimeType: APP_MIME_TYPE,
        text: PAGE,
        _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
      },
    ],
  };
}

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b1b18, #ecebe6); --quiet: light-dark(#63625c, #a3a29a);
  --line: light-dark(#dcdad2, #3b3a36); --mark: light-dark(#1c5d99, #8cc0f0); --doubt: light-dark(#8a4b00, #f0b25f); }
:root[data-theme=light] { color-scheme: light; } :root[data-theme=dark] { color-scheme: dark; }
body { margin: 0; padding: 12px; font: 15px/1.5 system-ui, sans-serif; color: var(--text); overflow-wrap: anywhere; }
p { margin: 0 0 8px; white-space: pre-wrap; } ol { margin: 8px 0 0; padding: 0; list-style: none; }
li { border-top: 1px solid var(--line); padding: 8px; } li.shown { border-left: 3px solid var(--mark); }
blockquote { margin: 0; white-space: pre-wrap; } .quiet { color: var(--quiet); font-size: 13px; }
.declined, .notice { color: var(--doubt); }
button { font: inherit; color: var(--mark); background: none; border: 0; padding: 0 1px; cursor: pointer; }
`;

/**
 * Texts of documents reach the page as text alone: nothing is ever parsed as markup, and addresses are opened by the host. Messages
 * are believed from the host's window only.
 */
const SCRIPT = `
'use strict';
const host = window.parent;
let lastId = 0;
const waiting = new Map();
const send = (message) => host.postMessage({ jsonrpc: '2.0', ...message }, '*');
const request = (method, params) => new Promise((resolve) => {
  lastId += 1;
  waiting.set(lastId, resolve);
  send({ id: lastId, method, params });
});
const element = (name, className, ...children) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
};
const list = (value) => (Array.isArray(value) ? value : []);
const marker = (number, label) => {
  const button = element('button', '', label);
  button.setAttribute('aria-label', 'Source ' + number);
  button.addEventListener('click', () => {
    for (const item of document.querySelectorAll('li')) item.classList.toggle('shown', item.dataset.marker === String(number));
    document.querySelector('li.shown')?.scrollIntoView({ block: 'nearest' });
  });
  return button;
};
const marked = (text) => text.split(/(\\[\\d{1,3}\\])/).map((part) => {
  const number = /^\\[(\\d{1,3})\\]$/.exec(part)?.[1];
  return number ? marker(number, part) : part;
});
const sourceOf = ({ marker: number, quote, title, section, source, page, part, url }) => {
  const place = [title || source, ...list(section), page === undefined ? '' : 'page ' + page + (part ? ', ' + part : '')]
    .filter(Boolean).join(' › ');
  const line = element('div', 'quiet', number === undefined ? '' : '[' + number + '] ', place);
  if (typeof url === 'string' && /^https?:/.test(url)) {
    const open = element('button', '', 'Open');
    open.addEventListener('click', () => void request('ui/open-link', { url }));
    line.append(' ', open);
  }
  const item = element('li', '', ...(quote ? [element('blockquote', '', String(quote))] : []), line);
  item.dataset.marker = String(number);
  return item;
};
const draw = ({ structuredContent, content, isError }) => {
  const answer = structuredContent ?? {};
  const isDeclined = answer.status === 'declined';
  const text = typeof answer.answer === 'string' ? answer.answer
    : list(content).flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('\\n');
  const sources = list(isDeclined ? answer.closest : answer.citations);
  const notices = [...list(answer.notices), ...list(answer.degraded)].map(String);
  document.body.replaceChildren(
    element('p', isDeclined || isError ? 'declined' : '', ...marked(text)),
    ...(isDeclined || isError || typeof answer.confidence !== 'number' ? []
      : [element('div', 'quiet', 'Checked against its sources; confidence ' + answer.confidence.toFixed(2))]),
    ...notices.map((notice) => element('div', 'quiet notice', notice)),
    ...(sources.length === 0 ? [] : [element('ol', '', ...sources.map(sourceOf))]),
  );
};
const dress = (context) => {
  if (['light', 'dark'].includes(context?.theme)) document.documentElement.dataset.theme = context.theme;
};
const told = {
  'ui/notifications/tool-result': draw,
  'ui/notifications/tool-cancelled': () => draw({ isError: true, content: [{ type: 'text', text: 'Cancelled.' }] }),
  'ui/notifications/host-context-changed': dress,
};
window.addEventListener('message', ({ source, data }) => {
  if (source !== host || data?.jsonrpc !== '2.0') return;
  if (data.method === undefined) {
    waiting.get(data.id)?.(data.result);
    waiting.delete(data.id);
  } else if (data.id === undefined) {
    if (Object.hasOwn(told, data.method)) told[data.method](data.params ?? {});
  } else if (data.method === 'ui/resource-teardown' || data.method === 'ping') {
    send({ id: data.id, result: {} });
  } else send({ id: data.id, error: { code: -32601, message: 'Not known here.' } });
});
new ResizeObserver(() => {
  const { scrollWidth: width, scrollHeight: height } = document.documentElement;
  send({ method: 'ui/notifications/size-changed', params: { width, height } });
}).observe(document.body);
void request('ui/initialize', {
  protocolVersion: '2026-01-26', appInfo: { name: 'arbiter-answer', version: '1' }, appCapabilities: {},
}).then((result) => {
  dress(result?.hostContext);
  send({ method: 'ui/notifications/initialized', params: {} });
});
`;

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Answer</title><style>${STYLE}</style></head>
<body><p class="quiet">Waiting for the answer…</p><script>${SCRIPT}</script></body></html>
`;
