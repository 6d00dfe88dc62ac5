import { describe, expect, it } from '@jest/globals';
import { openReader } from './open-reader.js';

describe('openReader', () => {
  it('opens the packaged reader, or none where it is turned off', async () => {
    const reader = openReader({ reader: true });
    expect(reader?.model).toBe('reader-bge-small');
    await reader?.close();
    expect(openReader({ reader: false })).toBeNull();
  });
});
