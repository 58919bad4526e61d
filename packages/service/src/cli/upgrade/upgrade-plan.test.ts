import { describe, expect, it } from 'vitest';
import { migrations } from '../../db/migrations/index.ts';
import { postgresMigrations } from '../../db/migrations/postgres-migrations.ts';
import { planUpgrade, type UpgradeFacts } from './upgrade-plan.ts';

const all = Object.keys(postgresMigrations).sort();
const without = (name: string) => all.filter((other) => other !== name);

const plan = (facts: Partial<UpgradeFacts>) =>
  planUpgrade({
    isPostgres: true,
    hasBucket: true,
    history: { done: all, expanded: new Set() },
    running: ['0.2.0', '0.2.0'],
    ...facts,
  });

describe('upgrade plan', () => {
  it('allows replacing instances one by one if no migration is pending', () => {
    expect(plan({})).toMatchObject({ way: 'none', mayRoll: true, schema: all.at(-1), pending: [] });
  });

  it('migrates while instances run if the previous release can continue', () => {
    const history = { done: without('0024-installations'), expanded: new Set<string>() };
    expect(plan({ history })).toMatchObject({
      way: 'rolling',
      pending: [{ name: '0024-installations', phase: 'expand' }],
      remedy: expect.stringMatching(/^Run "orchestration migrate", then replace the instances one by one/),
    });
  });

  it('stops all instances if the previous release cannot continue', () => {
    const history = { done: without('0027-releases'), expanded: new Set<string>() };
    expect(plan({ history })).toMatchObject({
      way: 'stop',
      mayRoll: false,
      remedy: expect.stringMatching(/after 0027-releases\. Stop all 2 instances first\./),
    });
  });

  it('stops all instances if they do not share the media', () => {
    const history = { done: without('0024-installations'), expanded: new Set<string>() };
    expect(plan({ history, hasBucket: false })).toMatchObject({
      way: 'stop',
      remedy: expect.stringContaining('MEDIA_URL'),
    });
    expect(plan({ hasBucket: false })).toMatchObject({ way: 'none', mayRoll: false });
  });

  it('stops the only process that uses SQLite', () => {
    const done = Object.keys(migrations).slice(0, 1);
    expect(plan({ isPostgres: false, history: { done, expanded: new Set() } })).toMatchObject({
      way: 'stop',
      remedy: expect.stringContaining('copies the database'),
    });
  });

  it('allows this version beside a compatible newer one', () => {
    const history = { done: [...all, '9999-later'], expanded: new Set(['9999-later']) };
    expect(plan({ history })).toMatchObject({ way: 'none', newer: ['9999-later'], schema: '9999-later' });
  });

  it('refuses this version if a newer one removed what it needs', () => {
    const history = { done: [...all, '9999-later'], expanded: new Set<string>() };
    expect(plan({ history })).toMatchObject({
      way: 'refused',
      remedy: expect.stringContaining('9999-later'),
    });
  });

  it('leaves an empty database to the first start', () => {
    expect(plan({ history: { done: [], expanded: new Set() } })).toMatchObject({ way: 'none', schema: null });
  });
});
