/**
 * What this tab remembers over a reload, by name. Storage may be forbidden: then nothing is.
 *
 * @param text what is remembered from now on; null: nothing; undefined: it stays
 * @returns null where there is nothing
 */
export function tabMemory(name: string, text?: string | null): string | null {
  try {
    if (text === null) sessionStorage.removeItem(name);
    else if (text !== undefined) sessionStorage.setItem(name, text);
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Before somebody else uses it. */
export function clearTabMemory(): void {
  try {
    sessionStorage.clear();
  } catch {
    // There is none.
  }
}
