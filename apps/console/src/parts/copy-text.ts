/** Puts a text on the clipboard. @returns whether it is there */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page over plain HTTP from another machine has no clipboard but that of a selection.
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way without TLS
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}
