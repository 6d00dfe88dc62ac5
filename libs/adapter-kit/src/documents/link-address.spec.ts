import { describe, expect, it } from '@jest/globals';
import { addressBehind } from './link-address.js';

describe('addressBehind', () => {
  it.each([
    ['https://forms.quay.example/berth', 'the form', ' (address: https://forms.quay.example/berth)'],
    ['https://a.example/x?utm_source=mail&id=7&fbclid=9', 'here', ' (address: https://a.example/x?id=7)'],
    ['https://ann:secret@a.example/x', 'here', ' (address: https://a.example/x)'],
    ['mailto:office%40quay.example?subject=Berth', 'write', ' (e-mail: office@quay.example)'],
    ['mailto:a@quay.example,b@quay.example', 'write', ' (e-mail: a@quay.example, b@quay.example)'],
    ['tel:+49-30-123456;ext=7', 'call', ' (phone: +49-30-123456)'],
    ['mailto:office@quay.example', '', 'office@quay.example'],
  ])('of %s behind "%s" is %s', (target, label, expected) => expect(addressBehind(target, label)).toBe(expected));

  it.each([
    ['#part', 'part'],
    ['/fees', 'fees'],
    ['fees.md', 'fees'],
    ['javascript:alert(1)', 'click'],
    ['data:text/html,x', 'click'],
    ['https://www.quay.example/', 'quay.example'],
    ['mailto:Office@quay.example', 'office@quay.example'],
    ['tel:+4930123456', '030 12 34 56'],
    ['https://a.example/x', ' '],
    ['https://', 'nothing'],
    ['mailto:', 'nobody'],
    [`https://a.example/${'x'.repeat(10_000)}`, 'long'],
    [`https://a.example/${'x'.repeat(300)}`, 'long'],
  ])('of %s behind "%s" is not told', (target, label) => expect(addressBehind(target, label)).toBeUndefined());
});
