import { DockerfileParser, type Instruction, JSONInstruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';

/** What a finished image is by its Dockerfile: enough of it to run the same outside a container. */
export interface ImageDescription {
  /** Commands of the stage that makes the tree. */
  readonly treeCommands: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** What is copied from the stage of the tree, in this order. */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly healthCheck: readonly string[];
  /** Ports by the name of the stage that exposes them. */
  readonly ports: ReadonlyMap<string, readonly number[]>;
}

/** @param text of a Dockerfile whose last stage copies from the stage `tree` */
export function describeImage(text: string): ImageDescription {
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const words = wordsOf(instruction);
    if (instruction.getKeyword() === 'FROM') stages.push({ name: words[2] ?? '', instructions: [] });
    else stages.at(-1)?.instructions.push(instruction);
  }
  const last = stages.at(-1)?.instructions ?? [];
  const all = (name: string, of: readonly Instruction[]) => of.filter((each) => each.getKeyword() === name);
  const command = (name: string) => {
    const [found] = all(name, last);
    return found instanceof JSONInstruction ? found.getJSONStrings().map((each) => each.getJSONValue()) : [];
  };
  return {
    treeCommands: all('RUN', stages.find(({ name }) => name === 'tree')?.instructions ?? []).map(
      (each) => each.getRawArgumentsContent() ?? '',
    ),
    environment: Object.fromEntries(
      all('ENV', last)
        .flatMap(wordsOf)
        .map((pair) => pair.split('=', 2) as [string, string]),
    ),
    copies: all('COPY', last).map((each) => {
      const [from = '', to = ''] = wordsOf(each).slice(-2);
      return { from, to };
    }),
    user: wordsOf(all('USER', last)[0])[0] ?? '',
    entrypoint: command('ENTRYPOINT'),
    healthCheck: healthCheckOf(all('HEALTHCHECK', last)[0]),
    ports: new Map(
      stages.map(({ name, instructions }) => [name, all('EXPOSE', instructions).flatMap(wordsOf).map(Number)]),
    ),
  };
}

function wordsOf(instruction: Instruction | undefined): string[] {
  return instruction?.getArguments().map((each) => each.getValue()) ?? [];
}

function healthCheckOf(instruction: Instruction | undefined): string[] {
  const written = /CMD\s+(\[.*\])/.exec(instruction?.getRawArgumentsContent() ?? '')?.[1];
  return written === undefined ? [] : (JSON.parse(written) as string[]);
}

/** What the linter says of a Dockerfile, with the line. */
export function lintDockerfile(text: string): string[] {
  return validate(text, {}).map(
    ({ message, range }) => `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
  );
}
