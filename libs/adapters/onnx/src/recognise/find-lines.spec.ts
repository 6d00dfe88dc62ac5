import { describe, expect, it } from '@jest/globals';
import { findLines } from './worker/find-lines.mjs';

const [WIDTH, HEIGHT] = [200, 120];
/** A map in which a pixel has the probability that a function says. */
const mapOf = (probability: (x: number, y: number) => number) =>
  Float32Array.from({ length: WIDTH * HEIGHT }, (_, at) => probability(at % WIDTH, Math.floor(at / WIDTH)));
const within = (x: number, y: number, left: number, top: number, width: number, height: number) =>
  x >= left && x < left + width && y >= top && y < top + height;

describe('findLines', () => {
  it('boxes what hangs together, grown by 1.6 times area over perimeter', () => {
    const lines = findLines(
      mapOf((x, y) => (within(x, y, 20, 10, 100, 10) || within(x, y, 20, 40, 60, 8) ? 0.9 : 0.1)),
      WIDTH,
    );
    expect(lines).toHaveLength(2);
    const growth = (1.6 * 100 * 10) / 220;
    expect(lines[0]).toMatchObject({ x: 70, y: 15, angle: 0 });
    expect(lines[0]?.width).toBeCloseTo(100 + 2 * growth);
    expect(lines[0]?.height).toBeCloseTo(10 + 2 * growth);
    expect(lines[1]).toMatchObject({ x: 50, y: 44 });
  });

  it('turns the box with a line that is tilted', () => {
    const angle = (5 * Math.PI) / 180;
    const [line, ...others] = findLines(
      mapOf((x, y) => {
        const [dx, dy] = [x + 0.5 - 100, y + 0.5 - 60];
        const [along, across] = [
          dx * Math.cos(angle) + dy * Math.sin(angle),
          dy * Math.cos(angle) - dx * Math.sin(angle),
        ];
        return Math.abs(along) < 70 && Math.abs(across) < 5 ? 0.8 : 0;
      }),
      WIDTH,
    );
    expect(others).toEqual([]);
    expect(line?.angle).toBeCloseTo(angle, 1);
    expect(line?.height).toBeLessThan(28);
    expect(Math.abs((line?.x ?? 0) - 100) + Math.abs((line?.y ?? 0) - 60)).toBeLessThan(2);
  });

  it('takes no line that is faint or a speck', () => {
    expect(
      findLines(
        mapOf((x, y) => (within(x, y, 20, 10, 100, 10) ? 0.5 : 0)),
        WIDTH,
      ),
    ).toEqual([]);
    expect(
      findLines(
        mapOf((x, y) => (within(x, y, 20, 10, 2, 2) ? 0.9 : 0)),
        WIDTH,
      ),
    ).toEqual([]);
  });

  it.each([9, 10, 11])('does not join what stands at both ends of neighbouring rows (%s)', (top) => {
    const ends = mapOf((x, y) => (within(x, y, 190, 10, 10, 10) || within(x, y, 0, top, 10, 10) ? 0.9 : 0));
    expect(findLines(ends, WIDTH)).toHaveLength(2);
  });

  it('fills a whole map without end', () => {
    expect(
      findLines(
        mapOf(() => 1),
        WIDTH,
      ),
    ).toHaveLength(1);
  });

  it('keeps a thousand lines, the longest', () => {
    const width = 2_000;
    // 40 × 50 specks of four pixels, and every hundredth one longer.
    const map = Float32Array.from({ length: width * 400 }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      const isLong = Math.floor(x / 40) === 3;
      return y % 8 < 4 && x % 40 < (isLong ? 12 : 4) ? 0.9 : 0;
    });
    const lines = findLines(map, width);
    expect(lines.length).toBeLessThanOrEqual(1_000);
    expect(lines.length).toBeGreaterThanOrEqual(50);
  });
});
