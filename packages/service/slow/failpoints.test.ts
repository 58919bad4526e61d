import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createJobStore } from '../src/db/jobs/job-store.ts';
import type { InProcessService } from '../testing/in-process-service.ts';
import { choresOf, type Operation, operations } from './failpoint-operations.ts';
import { FailpointWorld } from './failpoint-world.ts';
import { idsIn, stateOf } from './stored-state.ts';

/** Counts the statements of an operation, and fails before or after one of them. */
const failpoint = vi.hoisted(() => ({ isOpen: false, seen: 0, at: -1, trail: [] as string[] }));
vi.mock('@photostructure/sqlite', async (importOriginal) => {
  const { watched } = await import('./watched-database.ts');
  return watched(await importOriginal<typeof import('@photostructure/sqlite')>(), ({ sql, when }) => {
    if (!failpoint.isOpen) return;
    failpoint.trail.push(`${when} ${sql.slice(0, 60)}`);
    failpoint.seen += 1;
    if (failpoint.seen - 1 === failpoint.at) throw new Error('failpoint');
  });
});

let world: FailpointWorld;
beforeAll(async () => {
  world = await FailpointWorld.open();
});
afterAll(() => world.close());

/** Runs an operation that fails at a statement; -1: at none. @returns whether it succeeded, and its statements. */
async function attempt(service: InProcessService, { run }: Operation, at: number) {
  Object.assign(failpoint, { isOpen: true, seen: 0, at, trail: [] });
  try {
    await run(service, world);
    return { isDone: true, trail: failpoint.trail };
  } catch (error) {
    expect(String(error)).toContain('failpoint');
    return { isDone: false, trail: failpoint.trail };
  } finally {
    failpoint.isOpen = false;
  }
}

/** Copies the data and prepares it for an operation. */
async function copyFor(operation: Operation): Promise<InProcessService> {
  const service = await world.copy();
  await operation.prepare?.(service, world);
  return service;
}

/** Opens the same data as after a restart. */
async function restarted(service: InProcessService): Promise<InProcessService> {
  service.services.watch.close();
  await service.database.close();
  const next = await world.origin.reopenedOn(service.folder);
  await createJobStore(next.database.main).endLeases(next.clock.time, () => 0);
  return next;
}

/** Counts the media files. */
const mediaOf = ({ folder }: InProcessService) =>
  readdirSync(join(folder, 'media'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;

/** Runs an undisturbed operation. @returns the stored state before and after it, and its statements. */
async function observe(operation: Operation) {
  const service = await copyFor(operation);
  try {
    const known = await idsIn(service);
    const before = await stateOf(service, known);
    const { trail } = await attempt(service, operation, -1);
    return { known, before, trail, after: await stateOf(service, known), media: mediaOf(service) };
  } finally {
    await service.close();
  }
}

/**
 * Returns the statements to fail at: before each one, and after those that make changes durable. Failing after any other one
 * equals failing before the next.
 */
function pointsOf(trail: readonly string[]): number[] {
  const isKept = trail.some((statement) => statement === 'after commit')
    ? /^after commit$/
    : /^after (insert|update|delete)/;
  return trail.flatMap((statement, at) =>
    statement.startsWith('before') || isKept.test(statement) ? [at] : [],
  );
}

describe.each(operations)('$name', (operation) => {
  it('completes or is undone if any statement fails, and can be repeated after a restart', {
    tags: ['DHOOK-12', 'DHOOK-15', 'DHOOK-46', 'DHOOK-60', 'DHOOK-62'],
    timeout: 300_000,
  }, async () => {
    const { known, before, after, trail, media } = await observe(operation);
    expect(after).not.toEqual(before);
    let [undone, done] = [0, 0];
    for (const at of pointsOf(trail)) {
      const where = `${at}: ${trail[at]}`;
      const service = await copyFor(operation);
      await attempt(service, operation, at);
      const next = await restarted(service);
      try {
        const found = await stateOf(next, known);
        const isUndone = JSON.stringify(found) === JSON.stringify(before);
        if (isUndone) undone += 1;
        else done += 1;
        if (!isUndone) expect(found, where).toEqual(after);
        if (isUndone || operation.isRepeatable) await operation.run(next, world);
        expect(await stateOf(next, known), where).toEqual(after);
        expect(new Set(world.asked).size, 'a repeated request has the same id').toBeLessThanOrEqual(1);
        // Housekeeping removes files that no row names.
        await choresOf(next)['orphaned-media'](new AbortController().signal);
        expect(mediaOf(next), where).toBe(media);
      } finally {
        await next.close();
      }
    }
    expect(undone, 'some failures undo the operation').toBeGreaterThan(0);
    expect(done, 'some failures come after it is durable').toBeGreaterThan(0);
  });
});

it('completes a purge at the next start that was begun before the process died', {
  tags: ['DRUN-45'],
}, async () => {
  const purge = operations.find(({ name }) => name === 'a purge')!;
  const { trail, media } = await observe(purge);
  const service = await world.copy();
  const { isDone } = await attempt(service, purge, trail.indexOf('before begin immediate'));
  expect(isDone).toBe(false);
  const next = await restarted(service);
  try {
    const journal = readFileSync(join(next.folder, 'journal', 'purges.log'), 'utf8');
    expect(journal).toContain(world.executionId);
    expect(await choresOf(next)['purges-again']()).toBe(1);
    expect(mediaOf(next)).toBe(media);
  } finally {
    await next.close();
  }
});
