import type { RequestOf } from '@arbiter/client';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { Button, type DropItem, DropZone, FileTrigger } from 'react-aria-components';
import { counted } from '../../parts/counted.js';
import { Failure } from '../../parts/states.js';
import { LIBRARY } from '../../server/library-queries.js';
import { queries, server } from '../../server/server.js';
import { LANGUAGES, languageName } from './languages.js';
import { type NamedFile, uploadFiles } from './upload.js';

type Source = RequestOf<'submitJob'>['sources'][number];

/** The most files that one upload holds, and that one job names. */
const MAX_FILES = 1_000;

/** Files by dropping or choosing them, and addresses of the web: both become a job. */
export function AddDocuments({
  collection: given,
  held,
}: {
  readonly collection: string;
  readonly held: readonly string[];
}) {
  const [collection, setCollection] = useState(given);
  const [language, setLanguage] = useState(LANGUAGES[0]);
  const [address, setAddress] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isNew = !held.includes(collection);
  const read = (sources: Source[]) =>
    server.call('submitJob', { collection, sources, language: isNew ? language : undefined });
  const submit = useMutation({
    mutationFn: async (asked: readonly NamedFile[] | string) => {
      if (typeof asked === 'string') return read([sourceOfAddress(asked)]);
      const known = new Set(isNew ? [] : await sourcesOf(collection));
      const taken = asked.filter(([path]) => known.size === known.add(path).size).map(([path]) => path);
      if (taken.length > 0 && !confirm(replacing(taken))) return null;
      stop.current = new AbortController();
      const options = { signal: stop.current.signal, onProgress: setShare };
      for (let at = 0; at < asked.length; at += MAX_FILES) {
        const uploads = await uploadFiles(asked.slice(at, at + MAX_FILES), options);
        await read(uploads.map(({ uploadId, name }) => ({ kind: 'upload', uploadId, name })));
      }
      return null;
    },
    onSuccess: () => setAddress(''),
    onSettled: () => {
      setShare(null);
      return queries.invalidateQueries({ queryKey: [LIBRARY, 'jobs'] });
    },
  });
  const add = (asked: readonly NamedFile[] | string) => {
    if (field.current?.reportValidity()) submit.mutate(asked);
  };
  const onAddress = (event: SubmitEvent) => {
    event.preventDefault();
    add(address.trim());
  };
  return (
    <div className="card stack">
      <div className="row small">
        <label className="row">
          Read into
          <input
            ref={field}
            value={collection}
            onChange={(event) => setCollection(event.target.value)}
            aria-label="Collection"
            required
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
            title="Letters, digits, dots, dashes and underscores, without spaces"
            size={18}
          />
        </label>
        {isNew && (
          <label className="row">
            a new collection in
            <select aria-label="Language" value={language} onChange={(event) => setLanguage(event.target.value)}>
              {LANGUAGES.map((tag) => (
                <option key={tag} value={tag}>
                  {languageName(tag)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <DropZone
        className="drop"
        onDrop={({ items }) => void filesOf(items).then((files) => add(files.filter(isShown)))}
        getDropOperation={(types) => (types.has('text/plain') ? 'cancel' : 'copy')}
      >
        <p>Drop files or folders here to read them. Hidden files of folders are left out.</p>
        <div className="row">
          {['Choose files', 'Choose a folder'].map((words, at) => (
            <FileTrigger
              key={words}
              allowsMultiple
              acceptDirectory={at === 1}
              onSelect={(list) => add(Array.from(list ?? [], named).filter(isShown))}
            >
              <Button>{words}</Button>
            </FileTrigger>
          ))}
        </div>
      </DropZone>
      <form className="row" onSubmit={onAddress}>
        <input
          className="grow"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          placeholder="https://… a page, or a git repository (.git)"
          aria-label="Address of a page, site or repository"
          required
        />
        <button type="submit" disabled={submit.isPending}>
          Read
        </button>
      </form>
      {share !== null && (
        <div className="row" role="status">
          <progress value={share} max={1} aria-label="Upload" />
          <span className="small">Sending: {Math.round(share * 100)} %</span>
          <button type="button" className="quiet" onClick={() => stop.current?.abort()}>
            Stop
          </button>
        </div>
      )}
      {submit.error !== null && submit.error.name !== 'AbortError' && <Failure error={submit.error} />}
    </div>
  );
}

function sourceOfAddress(address: string): Source {
  if (/\.git$|^ssh:|^[\w.-]+@/.test(address)) return { kind: 'git', repository: address };
  return { kind: 'url', url: address };
}

const named = (file: File): NamedFile => [file.webkitRelativePath || file.name, file];
/** Whether neither a file nor a folder on its way is hidden within what was chosen. */
const isShown = ([path]: NamedFile): boolean => !path.includes('/.');

async function filesOf(items: Iterable<DropItem> | AsyncIterable<DropItem>, folder = ''): Promise<NamedFile[]> {
  const files: NamedFile[] = [];
  for await (const item of items) {
    if (item.kind === 'file') files.push([folder + item.name, await item.getFile()]);
    else if (item.kind === 'directory') files.push(...(await filesOf(item.getEntries(), `${folder}${item.name}/`)));
  }
  return files;
}

/** What the documents of a collection were read from. */
async function sourcesOf(collection: string): Promise<string[]> {
  const sources: string[] = [];
  let after: string | undefined;
  do {
    const page = await server.call('listDocuments', { collection, limit: MAX_FILES, after });
    sources.push(...page.documents.map(({ source }) => source));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return sources;
}

function replacing(taken: readonly string[]): string {
  const [first = ''] = taken;
  const what = taken.length === 1 ? `“${first}”` : `“${first}” and ${counted(taken.length - 1, 'other file')}`;
  return `The library holds ${what} already, or two files that you chose have one name. Read the new ones in their place?`;
}
