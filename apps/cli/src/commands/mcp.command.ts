import { Readable, Writable } from 'node:stream';
import { ArbiterError } from '@arbiter/contracts';
import { serveMcpStdio } from '@arbiter/mcp-server';
import { remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import type { TextSink } from '../terminal/terminal.js';
import { readVersion } from '../version.js';
import { examples, type Register } from './command-options.js';

export const registerMcp: Register = (program, execute) => {
  program
    .command('mcp')
    .description(
      'Serve tools, resources and prompts over the standard input and output, for clients of the Model Context Protocol ' +
        'that start their servers themselves. Ends when the client does. A running server ("arbiter serve") serves the ' +
        'same at /mcp of its address.',
    )
    .addHelpText(
      'after',
      examples([
        ['arbiter mcp --data-dir /srv/library', 'serve that library'],
        ['arbiter mcp --server http://127.0.0.1:3100', 'pass everything on to a running server'],
      ]),
    )
    .action(() => execute(mcp));
};

export async function mcp(context: CommandContext): Promise<ExitCode> {
  const { interruption, stdin, terminal, env } = context;
  const version = await readVersion();
  const publicUrl = (env.ARBITER_PUBLIC_URL ?? '').replace(/\/$/, '');
  return withLibrary(context, { writes: true, servesOthers: true }, async (library) => {
    remark(context, `Serving ${library.place} to an MCP client on the standard input.`);
    await serveMcpStdio({
      caller: library,
      // Who starts the server is its only client, and may forbid it to its model.
      mayIngest: env.TOOLS_MAY_INGEST !== 'false',
      ...(publicUrl !== '' && { publicUrl }),
      version,
      stdin: stdin instanceof Readable ? stdin : Readable.from(stdin, { objectMode: false }),
      stdout: writableOf(terminal.out),
      signal: interruption.signal,
      onError: (error) => {
        // What is ours has been told to the client.
        if (!(error instanceof ArbiterError) || env.ARBITER_DEBUG === '1') remark(context, sentenceOf(error));
      },
    });
    return EXIT.ok;
  });
}

function writableOf(sink: TextSink): Writable {
  return new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      sink.write(text);
      done();
    },
  });
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
