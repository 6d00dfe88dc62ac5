/** An entry as it stands in an archive, before anything is decided about it. */
export interface ArchiveEntry {
  /** As the archive has it. */
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
  readonly isEncrypted: boolean;
  /** Bytes unpacked, as the archive states them. */
  readonly size: number;
  /** Whether it is compressed by itself: where its content is broken, the others are not. */
  readonly standsAlone: boolean;
  open(): Promise<AsyncIterable<Uint8Array>>;
}
