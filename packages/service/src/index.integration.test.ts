import { expect, it } from 'vitest';
import * as service from './index.ts';

it('exports only the functions that start the service', () => {
  expect(Object.keys(service).sort()).toEqual(['createLogger', 'readEnvironment', 'startService']);
});
