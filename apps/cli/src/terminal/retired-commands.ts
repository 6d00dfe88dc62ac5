/** Commands of former versions, with what does the same now. */
export const RETIRED_COMMANDS: ReadonlyMap<string, string> = new Map([
  ['bench', '"npm run bench" in a clone'],
  ['changelog as-of', '"arbiter changelog list --as-of TIME"'],
  ['changelog revert', '"arbiter changelog list --revert ID"'],
  ['domain check', '"arbiter domain PACK"'],
  ['domain list', '"arbiter domain"'],
  ['domain new', '"arbiter domain NAME --new"'],
  ['entities relate', '"arbiter entities add FROM TYPE TO"'],
  ['entities rename', '"arbiter entities edit ENTITY --name NAME"'],
  ['entities retype', '"arbiter entities edit ENTITY --type TYPE"'],
  ['entities undo', '"arbiter entities corrections --undo ID"'],
  ['entities unrelate', '"arbiter entities delete FROM TYPE TO"'],
  ['eval report', '"npm run report -- RUNS --out FILE" in a clone'],
  ['graph communities', '"arbiter graph show --communities"'],
  ['graph export', '"arbiter graph show --export graphml"'],
  ['graph path', '"arbiter graph show FROM --to TO"'],
  ['graph stats', '"arbiter graph show"'],
  ['jobs cancel', '"arbiter jobs ID --cancel"'],
  ['jobs list', '"arbiter jobs"'],
  ['jobs retry', '"arbiter jobs ID --retry"'],
  ['jobs status', '"arbiter jobs ID"'],
  ['jobs watch', '"arbiter jobs ID --watch"'],
  ['keys create', '"arbiter keys --create NAME"'],
  ['keys list', '"arbiter keys"'],
  ['keys revoke', '"arbiter keys --revoke NAME"'],
  ['models list', '"arbiter models"'],
  ['models path', '"arbiter models"'],
  ['models pull', '"arbiter models --pull NAME"'],
  ['replay', '"arbiter answers ID"'],
  ['schedules list', '"arbiter schedules"'],
  ['schedules remove', '"arbiter schedules --remove ID"'],
  ['trust add', '"arbiter trust FOLDER"'],
  ['trust list', '"arbiter trust --list"'],
  ['trust remove', '"arbiter trust FOLDER --remove"'],
]);

/** What the words of a command line meant in former versions, and what does the same now; null for any other command. */
export function retiredCommand(argv: readonly string[]): { readonly command: string; readonly instead: string } | null {
  const begin = argv.findIndex((word) => !word.startsWith('-'));
  const [first = '', second = ''] = argv.slice(begin);
  for (const command of [first, `${first} ${second}`]) {
    const instead = RETIRED_COMMANDS.get(command);
    if (instead !== undefined) return { command, instead };
  }
  return null;
}
