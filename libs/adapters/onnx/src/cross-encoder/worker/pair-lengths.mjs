/**
 * What is kept of two texts that do not fit together: tokens are taken from the longer one, and of two long ones the
 * same number stays (`longest_first` of huggingface/tokenizers, `truncate_encodings`; what CrossEncoder of
 * sentence-transformers is trained and measured with).
 *
 * @param {number} first tokens of the first text, ≥ 0
 * @param {number} second tokens of the second text, ≥ 0
 * @param {number} room tokens that fit, ≥ 0
 * @returns {readonly [first: number, second: number]} together at most `room`, neither more than it has
 */
export function pairLengths(first, second, room) {
  if (first + second <= room) return [first, second];
  const shorter = Math.min(first, second);
  const half = Math.floor(room / 2);
  // The odd token goes to the longer text.
  const kept = shorter <= half ? shorter : half;
  return first <= second ? [kept, room - kept] : [room - kept, kept];
}
