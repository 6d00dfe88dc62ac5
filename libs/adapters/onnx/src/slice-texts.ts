/** Characters that the thread turns into tokens before it looks for other work: some 50 ms. */
const SLICE_CHARACTERS = 200_000;

/** Runs of texts of at most {@link SLICE_CHARACTERS} together, a longer text by itself. */
export function* sliceTexts(texts: readonly string[]): Generator<string[]> {
  let slice: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (slice.length > 0 && characters + text.length > SLICE_CHARACTERS) {
      yield slice;
      slice = [];
      characters = 0;
    }
    slice.push(text);
    characters += text.length;
  }
  if (slice.length > 0) yield slice;
}
