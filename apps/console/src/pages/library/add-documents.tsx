import type { RequestOf } from '@arbiter/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import {
  DropZone,
  type FileDropItem,
  FileTrigger,
  type DirectoryDropItem,
  type DropItem,
  Button,
} from 'react-aria-components';
import { Failure } from '../../parts/states.js';
import { server } from '../../server/server.js';
import { uploadFiles } from './upload.js';

type Source = RequestOf<'submitJob'>['sources'][number];

/** The most files that one job names. */
const MAX_FILES = 1_000;

/** Files by dropping or choosing them, and addresses of the web: both become a job. */
export function AddDocuments({ collection: given }: { readonly collection: string }) {
  const [collection, setCollection] = useState(given);
  const [address, setAddress] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  const queries = useQueryClient();
  const submit = useMutation({
    mutationFn: async (asked: readonly File[] | string) => {
      if (typeof asked === 'string') return submitSources(collection, [sourceOfAddress(asked)]);
      stop.current = new AbortController();
      const files = asked.slice(0, MAX_FILES);
      const uploads = await uploadFiles(files, { signal: stop.current.signal, onProgress: setShare });
      return submitSources(
        collection,
        uploads.map(({ uploadId, name }) => ({ kind: 'upload', uploadId, name })),
      );
    },
    onSuccess: () => setAddress(''),
    onSettled: () => {
      setShare(null);
      stop.current = null;
      return queries.invalidateQueries({ queryKey: ['jobs'] });
    },
  });
  const send = (files: readonly File[]) => files.length > 0 && submit.mutate(files);
  const onAddress = (event: SubmitEvent) => {
    event.preventDefault();
    if (address.trim() !== '') submit.mutate(address.trim());
  };
  return (
    <div className="card stack">
      <DropZone
        className="drop"
        onDrop={({ items }) => void filesOf(items).then(send)}
        getDropOperation={(types) => (types.has('text/plain') ? 'cancel' : 'copy')}
      >
        <p>Drop files or folders here to read them.</p>
        <div className="row">
          <FileTrigger allowsMultiple onSelect={(list) => send([...(list ?? [])])}>
            <Button>Choose files</Button>
          </FileTrigger>
          <FileTrigger acceptDirectory onSelect={(list) => send([...(list ?? [])])}>
            <Button>Choose a folder</Button>
          </FileTrigger>
        </div>
      </DropZone>
      <form className="row" onSubmit={onAddress}>
        <label className="grow">
          <span className="visually-hidden">Address of a page, site or repository</span>
          <input
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            placeholder="https://… a page, or a git repository (.git)"
          />
        </label>
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
      {submit.error !== null && !isAbort(submit.error) && <Failure error={submit.error} />}
    </div>
  );
}

function submitSources(collection: string, sources: Source[]) {
  return server.call('submitJob', { collection: collection.trim(), sources });
}

function sourceOfAddress(address: string): Source {
  if (/\.git$|^ssh:|^[\w.-]+@/.test(address)) return { kind: 'git', repository: address };
  return { kind: 'url', url: address };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

async function filesOf(items: readonly DropItem[]): Promise<File[]> {
  const files: File[] = [];
  for (const item of items) {
    if (item.kind === 'file') files.push(await (item as FileDropItem).getFile());
    else if (item.kind === 'directory') {
      const entries: DropItem[] = [];
      for await (const entry of (item as DirectoryDropItem).getEntries()) entries.push(entry);
      files.push(...(await filesOf(entries)));
    }
  }
  return files;
}
