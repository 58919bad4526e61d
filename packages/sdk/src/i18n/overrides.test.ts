import { expect, it } from 'vitest';
import { englishMessages as messages } from '../testing/english.ts';
import { applyOverrides } from './overrides.ts';

it('replaces single texts by overrides', () => {
  const applied = applyOverrides(messages, {
    'welcome.title': 'Hello',
    'retry.triesLeft': { other: '{count}' },
  });
  expect(applied.ignored).toEqual([]);
  expect(applied.messages['welcome.title']).toBe('Hello');
  expect(applied.messages['retry.triesLeft']).toEqual({ other: '{count}' });
  expect(applied.messages['welcome.begin']).toBe('Begin');
});

it('reports unusable overrides, and keeps the original texts', () => {
  const applied = applyOverrides(messages, {
    'welcome.titel': 'Hello',
    'welcome.title': 7,
    'welcome.begin': '  ',
    'welcome.lead': { other: 'x' },
    'retry.triesLeft': { one: 'no other form' },
    constructor: 'x',
  });
  expect(applied.messages).toEqual(messages);
  expect(applied.ignored).toEqual([
    'welcome.titel',
    'welcome.title',
    'welcome.begin',
    'welcome.lead',
    'retry.triesLeft',
    'constructor',
  ]);
});

it('ignores overrides that throw when read, and keeps the checked values', { tags: ['DSDK-132'] }, () => {
  const throws = () => {
    throw null;
  };
  const overrides = Object.defineProperty({}, 'welcome.title', { get: throws, enumerable: true });
  const forms = { other: 'before' };
  Object.assign(overrides, { 'retry.triesLeft': forms });
  const applied = applyOverrides(messages, overrides);
  forms.other = 'afterwards';
  expect(applied.ignored).toEqual(['welcome.title']);
  expect(applied.messages).toEqual({ ...messages, 'retry.triesLeft': { other: 'before' } });
  expect(applyOverrides(messages, new Proxy({}, { ownKeys: throws }))).toEqual({ messages, ignored: [] });
});

it.each([undefined, null, 'x', 7])('treats %j as no overrides', (overrides) => {
  expect(applyOverrides(messages, overrides)).toEqual({ messages, ignored: [] });
});
