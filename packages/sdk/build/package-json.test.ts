import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

test('declares the required Node.js and npm, and no dependencies', {
  tags: ['DSDK-89'],
}, () => {
  expect(manifest.engines).toEqual({ node: '>=20.0.0', npm: '>=7.0.0' });
  expect({ ...manifest.dependencies, ...manifest.peerDependencies }).toEqual({});
});
