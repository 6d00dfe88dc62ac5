import type { GraphCorrection, RecordedCorrection } from '@arbiter/contracts';

/** Each correction with what became of it, who said it, when and why. */
export function renderCorrections(corrections: readonly RecordedCorrection[]): string {
  return corrections.map(renderCorrection).join('');
}

function renderCorrection(recorded: RecordedCorrection): string {
  const { id, recordedAt, by, reason, correction, state, problem, undoneBy } = recorded;
  const undone = undoneBy === null ? '' : ` by ${undoneBy.by} at ${undoneBy.recordedAt} (undo ${undoneBy.id})`;
  return [
    `${id}  ${wordCorrection(correction)} · ${STATES[state]}${undone}`,
    `   ${by} · ${recordedAt}${reason === null ? '' : ` · ${reason}`}`,
    ...(problem === null ? [] : [`   ${problem}`]),
    '',
  ].join('\n');
}

const STATES: Readonly<Record<RecordedCorrection['state'], string>> = {
  applied: 'applied',
  'not-applied': 'NOT APPLIED',
  undone: 'undone',
  pending: 'applied by the next build',
};

/** In the words of the commands. */
export function wordCorrection(correction: GraphCorrection): string {
  switch (correction.kind) {
    case 'merge': {
      const type = correction.type === undefined ? '' : ` as ${correction.type}`;
      return `merge ${correction.entities.join(', ')} into ${correction.into}${type}`;
    }
    case 'split': {
      const parts = [...correction.aliases.map((alias) => `"${alias}"`), ...correction.documents];
      return `split "${correction.name}"${idOf(correction)} from ${correction.entity}: ${parts.join(', ')}`;
    }
    case 'rename':
      return `rename ${correction.entity} to "${correction.name}"`;
    case 'retype':
      return `retype ${correction.entity} as ${correction.type}`;
    case 'add-entity':
      return `add "${correction.name}"${idOf(correction)} as ${correction.type}`;
    case 'edit-entity':
      return `edit ${correction.entity}: ${wordEdit(correction)}`;
    case 'delete-entity':
      return `delete ${correction.entity}`;
    case 'add-relation':
      return `relate ${correction.from} ${correction.type} ${correction.to}`;
    case 'edit-relation': {
      const { from, type, to, becomes } = correction;
      const now = [becomes.from ?? from, becomes.type ?? type, becomes.to ?? to];
      return `relate ${now.join(' ')} instead of ${from} ${type} ${to}`;
    }
    case 'delete-relation':
      return `delete ${correction.from} ${correction.type} ${correction.to}`;
  }
}

function idOf({ id }: { readonly id?: string | undefined }): string {
  return id === undefined ? '' : ` (${id})`;
}

function wordEdit({
  addAliases,
  removeAliases,
  definition,
}: Extract<GraphCorrection, { readonly kind: 'edit-entity' }>): string {
  return [
    ...addAliases.map((alias) => `also "${alias}"`),
    ...removeAliases.map((alias) => `not "${alias}"`),
    ...(definition === undefined ? [] : [`"${definition}"`]),
  ].join(', ');
}
