import type { RequestOf } from '@arbiter/client';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import {
  Button,
  type DirectoryDropItem,
  type DropItem,
  DropZone,
  type FileDropItem,
  FileTrigger,
} from 'react-aria-components';
import { Failure } from '../../parts/states.js';
import { LIBRARY } from '../../server/library-queries.js';
import { queries, server } from '../../server/server.js';
import { uploadFiles } from './upload.js';

type Source = RequestOf<'submitJob'>['sources'][number];

/** The most files that one upload holds, and that one job names. */
const MAX_FILES = 1_000;

/** Files by dropping or choosing them, and addresses of the web: both become a job. */
export function AddDocuments({ collection: given }: { readonly collection: string }) {
  const [collection, setCollection] = useState(given);
  const [address, setAddress] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  const read = (sources: Source[]) => server.call('submitJob', { collection: collection.trim(), sources });
  const submit = useMutation({
    mutationFn: async (asked: readonly File[] | string) => {
      if (typeof asked === 'string') return read([sourceOfAddress(asked)]);
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
  const onAddress = (event: SubmitEvent) => {
    event.preventDefault();
    submit.mutate(address.trim());
  };
  return (
    <div className="card stack">
      <DropZone
        className="drop"
        onDrop={({ items }) => void filesOf(items).then((files) => submit.mutate(files))}
        getDropOperation={(types) => (types.has('text/plain') ? 'cancel' : 'copy')}
      >
        <p>Drop files or folders here to read them.</p>
        <div className="row">
          {['Choose files', 'Choose a folder'].map((words, at) => (
            <FileTrigger
              key={words}
              allowsMultiple
              acceptDirectory={at === 1}
              onSelect={(list) => submit.mutate([...(list ?? [])])}
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
        <label className="row small">
          into
          <input
            value={collection}
            onChange={(event) => setCollection(event.target.value)}
            aria-label="Collection"
            size={18}
          />
        </label>
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

async function filesOf(items: Iterable<DropItem> | AsyncIterable<DropItem>): Promise<File[]> {
  const files: File[] = [];
  for await (const item of items) {
    if (item.kind === 'file') files.push(await (item as FileDropItem).getFile());
    else if (item.kind === 'directory') files.push(...(await filesOf((item as DirectoryDropItem).getEntries())));
  }
  return files;
}
