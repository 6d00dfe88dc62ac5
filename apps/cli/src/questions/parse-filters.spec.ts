import { search } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { parseFilters, type RequestedFilters } from '../filters/parse-filters.js';

describe('parseFilters', () => {
  it.each<[string, RequestedFilters]>([
    ['year=2026', { year: { eq: 2026 } }],
    ['year==2026', { year: { eq: 2026 } }],
    ['draft=false', { draft: { eq: false } }],
    ['temperature=-0.5e1', { temperature: { eq: -5 } }],
    ['place=North Quay', { place: { eq: 'North Quay' } }],
    ['code=007', { code: { eq: '007' } }],
    ['id=12345678901234567890', { id: { eq: '12345678901234567890' } }],
    ['year="2026"', { year: { eq: '2026' } }],
    ['note=""', { note: { eq: '' } }],
    ['author.name="Vane, Ines"', { 'author.name': { eq: 'Vane, Ines' } }],
    ['quote="said \\"no\\""', { quote: { eq: 'said "no"' } }],
    ['url=https://a.b/?c=d', { url: { eq: 'https://a.b/?c=d' } }],
    ['tags=boats,lamps', { tags: { in: ['boats', 'lamps'] } }],
    [' tags = "a, b" , 3 , true ', { tags: { in: ['a, b', 3, true] } }],
    ['year!=2026', { year: { not: 2026 } }],
    ['tags!=boats,lamps', { tags: { not: ['boats', 'lamps'] } }],
    ['year>2020', { year: { gt: 2020 } }],
    ['year >= 2020', { year: { gte: 2020 } }],
    ['date<2026-03', { date: { lt: '2026-03' } }],
    ['date<="2026"', { date: { lte: '2026' } }],
    ['draft', { draft: { exists: true } }],
    ['!draft', { draft: { exists: false } }],
    ['{"year":{"not":{"gte":2027}},"date_from":"2026"}', { year: { not: { gte: 2027 } }, date_from: '2026' }],
  ])('reads %s', (condition, filters) => {
    expect(parseFilters([condition])).toEqual(filters);
    expect(search.input.safeParse({ query: 'x', filters }).error).toBeUndefined();
  });

  it('makes one condition of several for one key', () => {
    expect(parseFilters(['year>=2020', 'tags=a', 'year<2026', '{"year":[2021,2022]}'])).toEqual({
      year: { gte: 2020, lt: 2026, in: [2021, 2022] },
      tags: { eq: 'a' },
    });
  });

  it.each([
    ['year=2025', 'year=2026', '"year" has "eq" twice'],
    ['{"year":2025}', '{"year":2026}', '"year" has "eq" twice'],
    ['year>=2020', 'year>=2021', '"year" has "gte" twice'],
  ])('refuses %s beside %s', (one, other, message) => {
    expect(() => parseFilters([one, other])).toThrow(message);
  });

  it.each([
    ['year=', '"year" has no value'],
    ['tags=a,,b', '"tags" has an empty value between commas'],
    ['tags=a,', '"tags" has an empty value between commas'],
    ['author="Vane', '"author" has a value whose quotation marks do not close: "Vane'],
    ['author="Vane" Ines', '"author" has a value whose quotation marks do not close'],
    ['author="\\x"', '"author" has a value that is no text as JSON writes it'],
    ['year=>2020', '"year" has a value that begins with ">"'],
    ['year>=2020,2021', '"year" is compared by ">=" with one value, not with 2'],
    ['draft>true', '"draft" is compared by ">" with true'],
    ['date_from=2024', '"date_from" has an option of its own: --from'],
    ['=2020', '"=2020" is no condition: name the key first'],
    ['', '"" is no condition'],
    ['!year=2020', '"!year=2020" is no condition'],
    ['{"year":', 'what begins with "{" must be JSON'],
  ])('refuses %s with a sentence that names the key', (condition, message) => {
    expect(() => parseFilters([condition])).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
    expect(() => parseFilters([condition])).toThrow(message);
  });
});
