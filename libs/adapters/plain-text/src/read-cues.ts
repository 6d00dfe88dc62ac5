import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';

/** A caption: what is said by one speaker between two times, on one line. */
export interface Cue {
  readonly speaker: string | null;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface Cues {
  readonly cues: readonly Cue[];
  /** Cues whose times cannot be read. */
  readonly broken: number;
}

/** `00:01:02.500 --> 00:01:04.000 line:0` (WebVTT, 4.1), hours optional; SubRip has a comma before the milliseconds. */
const TIMING = /^\s*(\d{1,4}:)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})\s*-->\s*(\d{1,4}:)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/;
/** Blocks of WebVTT that are not captions. */
const COMMENT = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
const VOICE = /<v(?:\.[^\s>]*)?\s+([^\s<>][^<>]*)>/;
/** A voice that goes on over the next one, so that one caption has two speakers. */
const NEXT_VOICE = /(?=<v[\s.])/;
const TAG = /<\/?[a-z0-9][^<>]*>|\{\\[^{}]*\}/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };
/** "INES VANE: text" within a caption: up to four words in capitals or with capital letters. */
const NAMED = /^(?:-\s*)?((?:\p{Lu}[\p{L}\p{M}.'’-]*)(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,3}):\s+(?=\S)/u;

/**
 * Reads the captions of a WebVTT or SubRip file. A line that the caption before has shown already, as in captions that
 * roll, is left out; so are styles, positions and comments.
 */
export function readCues(source: string): Cues {
  const cues: Cue[] = [];
  let broken = 0;
  let shown = '';
  for (const block of source.replace(/\r\n?/g, '\n').split(/\n(?:[^\S\n]*\n)+/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    if (at === -1 || COMMENT.test(lines[0] ?? '')) continue;
    const times = TIMING.exec(lines[at] ?? '');
    if (!times) {
      broken++;
      continue;
    }
    const [from, to] = [secondsOf(times.slice(1, 5)), secondsOf(times.slice(5, 9))];
    const fresh = lines.slice(at + 1).filter((line) => line.trim() !== '' && plain(line) !== shown);
    shown = plain(lines.at(-1) ?? '');
    for (const { speaker, text } of spokenIn(fresh.join('\n')))
      cues.push({ speaker, text, from, to: Math.max(from, to) });
  }
  return { cues, broken };
}

function spokenIn(payload: string): { speaker: string | null; text: string }[] {
  return payload.split(NEXT_VOICE).flatMap((part) => {
    const voice = VOICE.exec(part)?.[1];
    const text = plain(part);
    const named = voice === undefined ? NAMED.exec(text) : null;
    const speaker = plain(voice ?? named?.[1] ?? '');
    const said = named ? text.slice(named[0].length) : text;
    return said === '' ? [] : [{ speaker: speaker === '' ? null : speaker, text: said }];
  });
}

function plain(marked: string): string {
  const text = marked.replace(TAG, '').replace(/&([a-z]+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  return singleLine(normalizeText(text));
}

function secondsOf([hours, minutes, seconds, milliseconds]: readonly (string | undefined)[]): number {
  return (
    Number.parseInt(hours ?? '0', 10) * 3_600 +
    Number(minutes) * 60 +
    Number(seconds) +
    Number((milliseconds ?? '0').padEnd(3, '0')) / 1_000
  );
}
