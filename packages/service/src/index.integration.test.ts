import { expect, it } from 'vitest';
import * as service from './index.ts';

it('exports what starts the service, and nothing else', () => {
  expect(Object.keys(service).sort()).toEqual(['createLogger', 'readEnvironment', 'startService']);
});
