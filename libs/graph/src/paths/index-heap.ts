/** A binary heap of numbers below `capacity`, each at most once, by a priority that may fall. Ties: the lower number first. */
export class IndexHeap {
  private readonly items: Uint32Array;
  /** Place of each number in `items`, plus 1; 0 for what is not in the heap. */
  private readonly places: Uint32Array;
  private count = 0;

  /** @param priorities of each number, lowest first; read while a number is in the heap */
  constructor(private readonly priorities: Float64Array) {
    this.items = new Uint32Array(priorities.length);
    this.places = new Uint32Array(priorities.length);
  }

  isEmpty(): boolean {
    return this.count === 0;
  }

  /** Adds a number, or moves it after its priority has fallen. */
  put(item: number): void {
    let place = (this.places[item] ?? 0) - 1;
    if (place < 0) {
      place = this.count;
      this.count += 1;
    }
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.items[above] ?? 0;
      if (!this.isBefore(item, parent)) break;
      this.set(place, parent);
      place = above;
    }
    this.set(place, item);
  }

  /** Takes the first number out. The heap must not be empty. */
  take(): number {
    const first = this.items[0] ?? 0;
    this.places[first] = 0;
    this.count -= 1;
    if (this.count === 0) return first;
    const item = this.items[this.count] ?? 0;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.count) break;
      const right = below + 1;
      if (right < this.count && this.isBefore(this.items[right] ?? 0, this.items[below] ?? 0)) below = right;
      const child = this.items[below] ?? 0;
      if (!this.isBefore(child, item)) break;
      this.set(place, child);
      place = below;
    }
    this.set(place, item);
    return first;
  }

  private isBefore(a: number, b: number): boolean {
    const [priorityA, priorityB] = [this.priorities[a] ?? 0, this.priorities[b] ?? 0];
    return priorityA < priorityB || (priorityA === priorityB && a < b);
  }

  private set(place: number, item: number): void {
    this.items[place] = item;
    this.places[item] = place + 1;
  }
}
