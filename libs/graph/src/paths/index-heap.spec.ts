import { describe, expect, it } from '@jest/globals';
import { ascending, shuffle } from '../index-arrays.js';
import { seededRandom } from '../seeded-random.js';
import { IndexHeap } from './index-heap.js';

describe('IndexHeap', () => {
  it('gives numbers by their priority, also when one has fallen, and ties by the number', () => {
    const random = seededRandom(4);
    for (let round = 0; round < 50; round += 1) {
      const priorities = Float64Array.from({ length: 40 }, () => Math.floor(random() * 20));
      const heap = new IndexHeap(priorities);
      const order = ascending(40);
      shuffle(order, random);
      for (const item of order) heap.put(item);
      for (const item of order.subarray(0, 10)) {
        priorities[item]! -= Math.floor(random() * 10);
        heap.put(item);
      }
      const taken: number[] = [];
      while (!heap.isEmpty()) taken.push(heap.take());
      expect(taken).toEqual([...ascending(40)].sort((a, b) => priorities[a]! - priorities[b]! || a - b));
    }
  });
});
