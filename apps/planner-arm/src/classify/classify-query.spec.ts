import { describe, expect, it } from '@jest/globals';
import { classifyQuery } from './classify-query.js';

describe('classifyQuery', () => {
  it.each([
    ["What is a Terminator's toughness?", 'simple_lookup'],
    ['Who keeps the light at Gull Point?', 'simple_lookup'],
    ['When was the treaty signed?', 'simple_lookup'],
    ['How deep is the inner harbour?', 'simple_lookup'],
    ['How do I build a 2000 point army?', 'procedural'],
    ['How does someone claim salvage?', 'procedural'],
    ['What must a captain do before mooring?', 'procedural'],
    ['Which is better, a Dreadnought or a Land Raider?', 'comparative'],
    ['What is the difference between a sloop and a cutter?', 'comparative'],
    ['Is the north tower older than the south tower?', 'comparative'],
    ['Who taught the man who built the lighthouse?', 'multi_hop'],
    ['In which town was the founder of the ropemakers guild born?', 'multi_hop'],
    ['Make me a 2000 point competitive Necron list', 'list_building'],
    ['List every tavern in the lower town.', 'list_building'],
    ['Which guilds are represented on the council?', 'list_building'],
    ['Ganymede or Callisto: which orbits farther out?', 'comparative'],
    ['Of the two engines named Vega, which is older?', 'comparative'],
    ['Does the home crowd outnumber the visitors?', 'comparative'],
    ['Butter or lard in the crust, which keeps longer?', 'comparative'],
    ['Where do the draft and the final text disagree?', 'comparative'],
    ['Number of steps on the north stair?', 'simple_lookup'],
    ["What did the conductor's sister play?", 'multi_hop'],
    ['What is the top speed of the train designed by Ito?', 'multi_hop'],
    ['The trophy was a gift from a brewer. Where was that brewer born?', 'multi_hop'],
    ['The nurse who found the cure: which ward did she run?', 'multi_hop'],
    ['When was the house sold in whose cellar the band rehearsed?', 'multi_hop'],
    ['I want to join the choir. How does that work?', 'procedural'],
    ['Recipe for rye bread, from starter to loaf?', 'procedural'],
    ['What does a new tenant have to do at the town hall?', 'procedural'],
    ['Moons of the inner planets, all of them please', 'list_building'],
    ['Could you name all twelve jurors?', 'list_building'],
    ['Recite the stations of the blue line.', 'list_building'],
    ['What are the three reactors called?', 'list_building'],
    ['Which films has Ito directed?', 'list_building'],
    ['Name the sister of the conductor.', 'multi_hop'],
  ])('reads %p as %s', (query, expected) => {
    expect(classifyQuery(query).queryType).toBe(expected);
  });

  it('says which phrase decided', () => {
    expect(classifyQuery('Compare the bell and the lens.').reasons).toContain('says "compare"');
  });

  it('is surer of two signs than of one', () => {
    const one = classifyQuery('Compare the bell and the lens.').confidence;
    const two = classifyQuery('Compare the bell and the lens: how do they differ?').confidence;
    expect(two).toBeGreaterThan(one);
  });

  it('gives a confidence between 0 and 1 for anything', () => {
    for (const query of ['?', '🜁', 'ok', 'x'.repeat(8_000)]) {
      const { confidence } = classifyQuery(query);
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });
});
