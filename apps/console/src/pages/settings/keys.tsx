export function Keys() {
  return null;
}
