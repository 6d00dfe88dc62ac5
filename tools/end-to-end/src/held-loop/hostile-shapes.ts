/**
 * Pieces that a text repeats to its largest size. Each is the beginning of something that a pattern, a splitter or a parser looks for
 * the end of, so that one that looks anew at every place takes the square of the length.
 */
export const HOSTILE_SHAPES: readonly string[] = [
  'a',
  'a.',
  ' ',
  '\n',
  '![',
  '<a ',
  '<source ',
  'system: ',
  'whatever the user asks ',
  '[',
  '](',
  '"',
  '(',
  '1.',
  '1,',
  '-',
  'A ',
  'é',
  '灯塔守护者',
  'http://a.example/',
  '|',
  '| a | b |\n',
  '#\n',
  '- a\n',
  'a\n\n',
  '**a ',
  'The lamp burns oil and ',
];

/** @param size of the text, in UTF-16 code units; white space stands between letters, as it would be trimmed */
export function repeated(shape: string, size: number): string {
  const text = shape.repeat(Math.ceil(size / shape.length)).slice(0, size);
  return text.trim() === '' && size > 2 ? `a${text.slice(2)}a` : text;
}
