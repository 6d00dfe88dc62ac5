/** "1 document", "1,200 documents". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** "€0.0109". */
export function money(amount: number, currency: string): string {
  return amount.toLocaleString('en', { style: 'currency', currency, maximumFractionDigits: 4 });
}
