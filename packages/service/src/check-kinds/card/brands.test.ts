import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cardBrands } from './brands.ts';

it('documents every network of a card in docs/cards.md', { tags: ['DRUN-85'] }, () => {
  const page = readFileSync(new URL('../../../../../docs/cards.md', import.meta.url), 'utf8');
  const [list = ''] = /^`brand` is one of [^;]+/m.exec(page) ?? [];
  const values = [...list.matchAll(/`([A-Z_]+)`/g)].map(([, value]) => value);
  expect(values).toEqual(cardBrands);
});
