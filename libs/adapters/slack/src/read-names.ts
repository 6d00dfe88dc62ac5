import type { RelatedFiles } from '@arbiter/ports';
import { SlackUser } from './slack-message.js';

/** Where exports list members: of a workspace, of an organisation. */
export const USER_FILES: readonly string[] = ['users.json', 'org_users.json'];

/** Names of members by their ids; of what is no list of members, none. */
export async function readNames(
  related: RelatedFiles | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const file of USER_FILES) {
    if (!related?.names.includes(file)) continue;
    const listed = parseJson(new TextDecoder().decode(await related.read(file, signal)));
    for (const entry of Array.isArray(listed) ? (listed as unknown[]) : []) {
      const user = SlackUser.safeParse(entry).data;
      if (user)
        names.set(
          user.id,
          nameIn({ ...user.profile, real_name: user.profile?.real_name ?? user.real_name, name: user.name }) ?? user.id,
        );
    }
  }
  return names;
}

/** The name that a person is known by: the one that they chose, else their own, else that of their account. */
export function nameIn(
  names:
    | {
        readonly display_name?: string | undefined;
        readonly real_name?: string | undefined;
        readonly name?: string | undefined;
      }
    | undefined,
): string | undefined {
  return [names?.display_name, names?.real_name, names?.name].find((name) => name !== undefined && name.trim() !== '');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
