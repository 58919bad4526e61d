import type { Execution } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Backend } from '../../testing/client.ts';
import { type InProcessService, publicUrl } from '../../testing/in-process-service.ts';
import { openShop, type Shop } from '../../testing/shop.ts';
import { createAuditStore } from '../db/audit/audit-trail.ts';
import { verifyTrail } from './verify-trail.ts';

let shop: Shop;
let service: InProcessService;
let backend: Backend;
beforeAll(async () => {
  shop = await openShop();
  ({ service, backend } = shop);
});
afterAll(() => service.close());

const inputs = { user_id: 'user-4711', email: 'anna@example.com', phone_number: '+4930123456' };
const trail = (chain: string) => createAuditStore(service.database).eventsAfter(chain, 0, 100);

describe('acts by the API', () => {
  test('records acts through the API with key, subject and change, and without personal data', async () => {
    const id = await shop.finish(inputs);
    const { data } = await backend.read<Execution>(id);
    const { url = '' } = data.checks?.[0]?.capturedMedia?.documentFront ?? {};
    expect((await service.app.request(url.slice(publicUrl.length))).status).toBe(200);
    await backend.decide(id, { status: 'DECLINED', comment: 'Anna Eriksson called' });
    const events = await trail(shop.accountId);
    expect(events.map(({ act, actorKind, subjectId }) => [act, actorKind, subjectId])).toEqual([
      ['execution.start', 'key', id],
      ['execution.finish', 'system', id],
      ['execution.read', 'key', id],
      ['media.read', 'link', id],
      ['execution.decide', 'key', id],
    ]);
    expect(JSON.parse(events[4]?.changes ?? '')).toEqual({
      status: ['APPROVED', 'DECLINED'],
      hasComment: true,
    });
    expect(events[4]).toMatchObject({ actorId: shop.apiKey.slice(8, 20), mode: 'live' });
    expect(JSON.stringify(events)).not.toMatch(/user-4711|anna@|Anna|4930123456/);
    const { store: _, vault } = service.services;
    const audit = createAuditStore(service.database);
    expect((await verifyTrail({ audit, vault }, 'start')).breaks).toEqual([]);
  });

  test('records no read of an execution that is unfinished, missing or in another account', async () => {
    const { data } = await backend.start({ workflowId: shop.workflowId, inputs });
    const before = (await trail(shop.accountId)).length;
    await backend.read(data.executionId);
    const other = new Backend(service, (await service.addAccount('Another')).apiKey);
    expect((await other.read(data.executionId)).status).toBe(404);
    expect(await trail(shop.accountId)).toHaveLength(before);
  });

  test('reports wrong keys once a minute in log and audit trail, with the address they came from', async () => {
    const read = () =>
      service.app.request(
        '/orchestration-api/v1/workflow-execution/none',
        { headers: { 'x-api-key': 'vo_live_nonsense' } },
        { incoming: { socket: { remoteAddress: '203.0.113.9' } } },
      );
    for (let count = 0; count < 5; count++) expect((await read()).status).toBe(401);
    // The event is stored in the background.
    await vi.waitFor(async () => {
      const refused = (await trail('service')).filter(({ act }) => act === 'key.refuse');
      expect(refused).toMatchObject([{ actorKind: 'stranger', address: '203.0.113.9', subjectId: null }]);
    });
    expect(service.logLines.filter((line) => line.includes('A wrong API key was refused'))).toHaveLength(1);
  });
});
