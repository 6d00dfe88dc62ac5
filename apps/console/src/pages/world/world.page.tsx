export function WorldPage() {
  return <h1>World</h1>;
}
