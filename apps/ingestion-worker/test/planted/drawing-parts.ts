import { part } from '@arbiter/testing/office';

const chartPart = (content: string): string => part('c:chartSpace', `<c:chart>${content}</c:chart>`);
const rich = (text: string): string => `<c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx>`;
const series = (name: string, category: string): string =>
  `<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>${category}</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>4</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`;
export const CHARTS: readonly (readonly [string, (w: string) => string])[] = [
  [
    'the title of a chart',
    (w) =>
      chartPart(`<c:title>${rich(w)}</c:title><c:plotArea><c:barChart>${series('a', 'b')}</c:barChart></c:plotArea>`),
  ],
  ['a series of a chart', (w) => chartPart(`<c:plotArea><c:barChart>${series(w, 'b')}</c:barChart></c:plotArea>`)],
  ['a category of a chart', (w) => chartPart(`<c:plotArea><c:barChart>${series('a', w)}</c:barChart></c:plotArea>`)],
  [
    'an axis of a chart',
    (w) =>
      chartPart(
        `<c:plotArea><c:barChart>${series('a', 'b')}</c:barChart><c:valAx><c:title>${rich(w)}</c:title></c:valAx></c:plotArea>`,
      ),
  ],
];
export const diagram = (w: string): string =>
  part(
    'dgm:dataModel',
    `<dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>${w}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst>`,
  );
export const graphic = (content: string): string => `<a:graphic><a:graphicData>${content}</a:graphicData></a:graphic>`;
