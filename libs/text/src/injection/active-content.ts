/** Code in Markdown, which viewers show as it is. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g;

const ACTIVE: readonly RegExp[] = [
  // An image is loaded from wherever it points: the classic way to carry data out of a conversation.
  /!\[[^\]\n]*\]\s*(?:\([^)\n]*\)|\[[^\]\n]*\])/,
  /<(?:img|image|iframe|script|svg|object|embed|link|form|input|meta|base|video|audio|source|style|portal|frame)\b[^>]*(?:>|$)/i,
  /<[a-z][^>]*\bon[a-z]{3,}\s*=/i,
  /\b(?:javascript|vbscript)\s*:\S/i,
  /\bdata:[a-z]+\/[a-z0-9.+-]+[;,]/i,
  // A cell that a spreadsheet would compute: https://owasp.org/www-community/attacks/CSV_Injection
  /(?:^|[\n|,;:"'])[^\S\n]{0,20}[=+@-]\s{0,20}(?:hyperlink|webservice|image|import(?:xml|html|data|feed|range)|dde|rtd|cmd|msexcel|exec|call|register\.id)\s{0,20}[(|]/i,
];

/** Whether a viewer of a text would load or run something: images, embedded pages, scripts, formulas. Code that is shown is none. */
export function holdsActiveContent(text: string): boolean {
  const shown = text.replace(CODE, ' ');
  return ACTIVE.some((one) => one.test(shown));
}
