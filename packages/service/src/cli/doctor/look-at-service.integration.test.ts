import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { readEnvironment } from '../../settings/environment.ts';
import { lookAtService } from './look-at-service.ts';

const now = Date.UTC(2030, 0, 15, 12);

it.each([
  ['of the same time', new Date(now), 'ok', 'agree on the time'],
  ['of 40 s earlier', new Date(now - 40_000), 'fail', 'differs by 40 s'],
  ['that is missing', null, 'warn', 'could not be checked'],
  ['that is no date', 'soon', 'warn', 'could not be checked'],
])('compares the clocks by a Date header %s', async (_, date, state, finding) => {
  const server = createServer((_request, response) => {
    response.sendDate = false;
    if (date !== null) response.setHeader('date', date instanceof Date ? date.toUTCString() : date);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const environment = readEnvironment({ DATA_DIR: tmpdir(), HOST: '127.0.0.1', PORT: String(port) });
    const findings = await lookAtService(environment, true, { now: () => now });
    expect(findings.find(({ check }) => check === 'clock')).toMatchObject({
      state,
      finding: expect.stringContaining(finding),
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
