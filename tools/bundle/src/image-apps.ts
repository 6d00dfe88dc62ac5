/** The arms, by the folders of their apps. */
export const ARM_APPS = ['orchestrator', 'planner-arm', 'validator-arm', 'retriever-arm', 'ingestion-worker'] as const;
export type ArmApp = (typeof ARM_APPS)[number];
/** Optional parts beside the arms: clients of the orchestrator. */
export const BOT_APPS = ['discord-bot', 'slack-bot'] as const;
export type BotApp = (typeof BOT_APPS)[number];
export function isBot(app: string): app is BotApp {
  return BOT_APPS.some((bot) => bot === app);
}
/** What an image runs: one arm, all of them in one process, or a bot. */
export type ImageApp = ArmApp | 'standalone' | BotApp;

export const IMAGE_APPS: readonly ImageApp[] = [...ARM_APPS, 'standalone', ...BOT_APPS];

export interface ArmPort {
  /** Variable that sets it. */
  readonly variable: string;
  /** The documented one. */
  readonly port: number;
}

/**
 * As the configurations of the arms have them, which a spec compares. Whoever makes an image would load all arms to read them there:
 * four seconds of a processor, a third of what an image takes.
 */
const PORTS: Readonly<Record<ArmApp | BotApp, ArmPort>> = {
  orchestrator: { variable: 'ORCHESTRATOR_PORT', port: 3100 },
  'planner-arm': { variable: 'ARM_PORT', port: 8004 },
  'validator-arm': { variable: 'ARM_PORT', port: 8005 },
  'retriever-arm': { variable: 'RETRIEVER_PORT', port: 8006 },
  'ingestion-worker': { variable: 'ARM_PORT', port: 8007 },
  'discord-bot': { variable: 'ARM_PORT', port: 8010 },
  'slack-bot': { variable: 'ARM_PORT', port: 8011 },
};

/** Where an image answers; all arms in one process answer where the orchestrator does. */
export function portOf(app: ImageApp): ArmPort {
  return PORTS[app === 'standalone' ? 'orchestrator' : app];
}
