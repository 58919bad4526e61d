import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readEnvironment } from '../../settings/environment.ts';
import { lookAtSettings } from './look-at-settings.ts';

it('warns if the data folder contains the service, so that decoder processes can read it', async () => {
  const environment = readEnvironment({ DATA_DIR: fileURLToPath(new URL('../..', import.meta.url)) });
  const findings = await lookAtSettings(environment);
  expect(findings.find(({ check }) => check === 'decoder processes')).toMatchObject({
    state: 'warn',
    finding: expect.stringContaining('contains the service or Node.js'),
  });
});
