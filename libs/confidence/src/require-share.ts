/** @throws RangeError when the value is not within 0–1 */
export function requireShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be 0 to 1, got ${value}`);
}
