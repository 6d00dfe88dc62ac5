const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * Whether lists and objects of a JSON text lie in each other more than so deep. A parser takes hundreds of milliseconds for a
 * megabyte of brackets, and nothing that is asked of us lies that deep.
 *
 * @param text whether it is valid JSON does not matter
 * @param most whole number ≥ 0; a text without lists and objects has depth 0
 */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    if (unit === QUOTE) place = endOfString(text, place);
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      depth += 1;
      if (depth > most) return true;
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

/** @returns the place of the closing quote, or the end of the text */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, place: number): boolean {
  let before = place - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (place - before) % 2 === 0;
}
