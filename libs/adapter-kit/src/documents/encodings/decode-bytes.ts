/** Bytes 0x80–0x9f of windows-1252 by the Encoding Standard. */
const WINDOWS_1252_HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Bytes 0x80–0xff of the code pages of DOS, which the Encoding Standard leaves out (Unicode's mapping tables, VENDORS/MICSFT/PC). */
const DOS_HIGH: Readonly<Record<string, string>> = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
};
const LATIN: ReadonlySet<string> = new Set(['windows-1252', 'iso-8859-1', 'latin1', 'ascii', 'us-ascii']);

/** The Encoding Standard's name of a label, or `ibm437`, `ibm850`, `ibm852`; undefined for a label that is not known here. */
export function encodingOf(label: string): string | undefined {
  const wanted = label.trim().toLowerCase();
  if (LATIN.has(wanted)) return 'windows-1252';
  const dos = wanted.replace(/^(?:cp|dos-?|ibm-)(?=\d{3}$)/, 'ibm');
  if (dos in DOS_HIGH) return dos;
  try {
    return new TextDecoder(wanted).encoding;
  } catch {
    return undefined;
  }
}

/**
 * Decodes bytes; what the encoding does not have becomes U+FFFD, or in windows-1252 a C1 control.
 *
 * @param encoding as `encodingOf` names it
 */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  const dos = DOS_HIGH[encoding];
  if (encoding !== 'windows-1252' && dos === undefined) return decoderFor(encoding).decode(bytes);
  // A decoder of latin1 is one of windows-1252 by the Encoding Standard, which releases of Node follow or do not.
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (dos !== undefined) return latin.replace(/[\u0080-\u00ff]/g, (each) => dos[each.charCodeAt(0) - 0x80] ?? each);
  return latin.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252_HIGH[control.charCodeAt(0) - 0x80] ?? control);
}

type Decoder = InstanceType<typeof TextDecoder>;

const decoders = new Map<string, Decoder>();

function decoderFor(encoding: string): Decoder {
  let decoder = decoders.get(encoding);
  if (!decoder) decoders.set(encoding, (decoder = new TextDecoder(encoding)));
  return decoder;
}
