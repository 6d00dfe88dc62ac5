export function QualityPage() {
  return <h1>Quality</h1>;
}
