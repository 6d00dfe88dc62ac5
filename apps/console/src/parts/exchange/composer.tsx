import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { collectionsQuery, domainsQuery } from '../../server/library-queries.js';
import { useShortcuts } from '../shortcuts.js';
import type { Conversation } from './conversation.js';
import type { AskOptions } from './exchange.js';

const MODES = [
  { mode: 'fast', name: 'Fast', help: 'one search' },
  { mode: 'standard', name: 'Standard', help: 'plan, search, check, correct' },
  { mode: 'deep', name: 'Deep', help: 'also thinks of the question behind it' },
] as const;

/** Chosen last on this page: the next conversation begins with them. */
let latest: AskOptions = { collections: [], mode: 'standard', draft: true };

interface ComposerProps {
  readonly conversation: Conversation;
  readonly onAsk: (question: string, options: AskOptions) => void;
}

/** Where a question is written. Enter asks, Shift and Enter begin a new line. */
export function Composer({ conversation, onAsk }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useSyncExternalStore(conversation.subscribe, () => conversation.unsent);
  const isRunning = useSyncExternalStore(conversation.subscribe, () => conversation.isRunning);
  const edits = useSyncExternalStore(conversation.subscribe, () => conversation.edits);
  const isEmpty = useSyncExternalStore(conversation.subscribe, () => conversation.keys.length === 0);
  useEffect(() => {
    // On a phone the keyboard would cover half of the page.
    if (edits > 0 || (isEmpty && matchMedia('(hover: hover)').matches)) field.current?.focus();
  }, [edits, isEmpty]);
  const [options, setOptions] = useState(latest);
  const { q } = useSearch({ strict: false });
  useEffect(() => {
    if (q !== undefined) conversation.write(q);
  }, [conversation, q]);
  useShortcuts({ '/': () => field.current?.focus() });
  const question = text.trim();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (question === '' || isRunning) return;
    onAsk(question, options);
    conversation.write('');
  };
  return (
    <form className="composer" onSubmit={submit}>
      <textarea
        ref={field}
        aria-label="Your question"
        placeholder="Ask the library a question"
        rows={1}
        maxLength={4_000}
        value={text}
        onChange={({ target }) => conversation.write(target.value)}
        onKeyDown={(event) => {
          // While a word of another script is being composed, Enter chooses it.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      <div className="row">
        <OptionsPanel
          options={options}
          isAgent={conversation.isAgent}
          onOptions={(next) => setOptions((latest = next))}
        />
        <span className="keys small soft">Enter asks, Shift+Enter makes a new line, / comes back here</span>
        {isRunning ? (
          // Keys: one element for both would be a submit button before the press on Stop has ended, and ask again.
          <button key="stop" type="button" onClick={() => conversation.stop()}>
            Stop
          </button>
        ) : (
          <button key="ask" type="submit" className="primary" disabled={question === ''}>
            Ask
          </button>
        )}
      </div>
    </form>
  );
}

interface OptionsPanelProps {
  readonly options: AskOptions;
  readonly isAgent: boolean;
  readonly onOptions: (options: AskOptions) => void;
}

function OptionsPanel({ options, isAgent, onOptions }: OptionsPanelProps) {
  const group = useId();
  const domains = useQuery(domainsQuery);
  const collections = useQuery(collectionsQuery);
  const filled = new Set(collections.data?.map(({ manifest }) => manifest.name));
  const known = domains.data?.filter((one) => one.collections.some((name) => filled.has(name))) ?? [];
  const scope = options.domain ?? (options.collections.length > 0 ? options.collections.join(', ') : 'Everything');
  const toggled = (name: string) => {
    const { collections: chosen } = options;
    const without = chosen.filter((one) => one !== name);
    return { domain: undefined, collections: without.length < chosen.length ? without : [...chosen, name] };
  };
  const choice = (words: string, isChosen: boolean, change: Partial<AskOptions>, help = '', type = 'radio') => (
    <label key={words}>
      <input
        type={type}
        name={type === 'radio' ? `${group} ${'mode' in change}` : undefined}
        checked={isChosen}
        onChange={() => onOptions({ ...options, ...change })}
      />
      {words} {help !== '' && <span className="small soft">{help}</span>}
    </label>
  );
  return (
    <details
      className="options"
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.open = false;
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        // Null where something was pressed that takes no focus, such as the panel itself.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary className="small">
        {scope}
        {!isAgent && ` · ${options.mode}`}
      </summary>
      <div className="card stack">
        <fieldset>
          <legend>Where to look</legend>
          {choice('Everything', scope === 'Everything', { domain: undefined, collections: [] })}
          {known.map(({ domain }) => choice(domain, options.domain === domain, { domain, collections: [] }))}
          {[...filled].map((name) =>
            choice(`Collection ${name}`, options.collections.includes(name), toggled(name), '', 'checkbox'),
          )}
        </fieldset>
        {!isAgent && (
          <fieldset>
            <legend>How thoroughly</legend>
            {MODES.map(({ mode, name, help }) => choice(name, options.mode === mode, { mode }, help))}
            {choice('Show the draft while it is written', options.draft, { draft: !options.draft }, '', 'checkbox')}
          </fieldset>
        )}
      </div>
    </details>
  );
}
