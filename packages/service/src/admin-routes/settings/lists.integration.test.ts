import type { AdminLists } from '@vendor/contract/admin';
import { expect, test } from 'vitest';
import { AdminBrowser } from '../../../testing/admin-browser.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';

const dayMs = 24 * 3_600_000;

test('shows lists with their age, and marks those older than the limits of doctor', async () => {
  const service = await InProcessService.open();
  const { id: accountId } = await service.addAccount('Harbour');
  const owner = await AdminBrowser.joined(service, 'owner@example.com', { accountId });
  const lists = async () => (await owner.send<AdminLists>('GET', 'lists')).data;
  expect(await lists()).toMatchObject({ lists: [], missing: ['people', 'networks'] });
  const now = service.clock.time;
  const list = {
    format: 'simple-csv',
    source: 'Own list',
    version: 7,
    entries: 2,
    names: 3,
    file: '',
  } as const;
  service.watchlists.push(
    { ...list, id: 'fresh', importedAt: now - 7 * dayMs, publishedAt: now - 9 * dayMs },
    { ...list, id: 'old', importedAt: now - 7 * dayMs - 1 },
    { ...list, id: 'published-long-ago', importedAt: now, publishedAt: now - 91 * dayMs },
  );
  const networks = { list: 'country', setting: 'IP_COUNTRY_DB', type: 'Countries' } as const;
  service.networkLists.push({ ...networks, builtAt: new Date(now - 61 * dayMs) });
  const shownLists = await lists();
  expect(shownLists).toMatchObject({ missing: [], oldAfterDays: { people: 7, networks: 60 } });
  expect(shownLists.lists.map(({ id, ageDays, isOld }) => [id, ageDays, isOld])).toEqual([
    ['fresh', 7, false],
    ['old', 7, true],
    ['published-long-ago', 91, true],
    ['IP_COUNTRY_DB', 61, true],
  ]);
  expect(shownLists.lists[0]).toMatchObject({
    kind: 'people',
    version: '7',
    entries: 2,
    names: 3,
    publishedAt: new Date(now - 9 * dayMs).toISOString(),
    importedAt: new Date(now - 7 * dayMs).toISOString(),
  });
  expect(shownLists.lists[3]).toMatchObject({ kind: 'networks', entries: null, importedAt: null });
  await service.close();
});
