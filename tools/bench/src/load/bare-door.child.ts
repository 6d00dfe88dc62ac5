import { createServer } from 'node:http';
import { connect } from 'nats';

/*
 * The least that a door over a broker can be: a request is passed on as it is and its answer sent back, unread. What a machine's
 * system calls cost is seen here, below anything that an orchestrator does.
 * Use: node bare-door.child.js NATS_URL SUBJECT
 */
const [url = '', subject = ''] = process.argv.slice(2);
const broker = await connect({ servers: url });
const server = createServer((req, res) => {
  if (req.method === 'GET') {
    res.end();
    return;
  }
  const parts: Buffer[] = [];
  req.on('data', (part: Buffer) => parts.push(part));
  req.on('end', () => {
    broker.request(subject, Buffer.concat(parts), { timeout: 30_000 }).then(
      ({ data }) => res.writeHead(200, { 'content-type': 'application/json', 'content-length': data.length }).end(data),
      (error: unknown) => res.writeHead(503).end(String(error)),
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`{"url":"http://127.0.0.1:${port}"}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void broker.close();
});
