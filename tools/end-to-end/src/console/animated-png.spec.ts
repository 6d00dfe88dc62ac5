import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { animatedPng } from './animated-png.js';

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, sum]);
}

/** Grey, 8 bits, one row. */
function picture(width: number, grey: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(1, 4);
  header.writeUInt8(8, 8);
  const pixels = deflateSync(Buffer.from([0, ...Array<number>(width).fill(grey)]));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function typesIn(png: Buffer): string[] {
  const types: string[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const data = png.subarray(at + 4, at + 8 + png.readUInt32BE(at));
    expect(png.readUInt32BE(at + 4 + data.length)).toBe(crc32(data));
    types.push(data.toString('latin1', 0, 4));
  }
  return types;
}

describe('animatedPng', () => {
  it('holds each frame with its time, the first as a plain picture', () => {
    const made = animatedPng([
      { png: picture(2, 0), ms: 500 },
      { png: picture(2, 255), ms: 900 },
    ]);
    expect(typesIn(made)).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
    const second = made.lastIndexOf('fcTL') + 4;
    // Second in the sequence, as wide as the first, for 900 of 1,000 parts of a second.
    expect([made.readUInt32BE(second), made.readUInt32BE(second + 4), made.readUInt16BE(second + 20)]).toEqual([
      1, 2, 900,
    ]);
    expect(made.readUInt16BE(second + 22)).toBe(1_000);
  });

  it('refuses frames of different sizes, and what is no PNG', () => {
    const frames = [picture(2, 0), picture(3, 0)].map((png) => ({ png, ms: 1 }));
    expect(() => animatedPng(frames)).toThrow('frame 1 differs in size');
    expect(() => animatedPng([{ png: Buffer.from('GIF89a..'), ms: 1 }])).toThrow('no PNG');
  });
});
