export { catalogueXml } from './catalogue-xml.js';
export { FACTION_FACTS, type FactionFacts } from './faction-facts.js';
export { PUBLISHED_SIZE, tabletopDataSet, tabletopRecords, type TabletopSize } from './tabletop-data-set.js';
