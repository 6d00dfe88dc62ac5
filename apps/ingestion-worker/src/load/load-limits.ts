/** How much of a source is taken. All in bytes. */
export interface LoadLimits {
  /** Of one file, and of one entry of an archive when it is unpacked. */
  readonly fileBytes: number;
  /** Of an archive when it is unpacked, together with the archives inside it. */
  readonly archiveBytes: number;
}
