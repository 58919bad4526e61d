import { hash } from 'node:crypto';
import { type AdminAuditExport, type AdminAuditPage, auditActs } from '@vendor/contract/admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminBrowser } from '../../../testing/admin-browser.ts';
import { Backend, inputsWorkflow } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import type { NewAuditEvent } from '../../audit/audit-event.ts';
import { createAuditStore } from '../../db/audit/audit-trail.ts';

let service: InProcessService;
let account: { id: string; apiKey: string };
let owner: AdminBrowser;
let manager: AdminBrowser;
let auditor: AdminBrowser;
let tester: AdminBrowser;
let executionId: string;
let workflowId: string;
const inputs = { user_id: 'u-1', email: 'user@example.com', phone_number: '+49 30 901820' };
const reason = 'Mrs Dupont has called.';
const day = 86_400_000;

beforeAll(async () => {
  service = await InProcessService.open();
  account = await service.addAccount('Harbour');
  const joined = (name: string, call: object = {}) =>
    AdminBrowser.joined(service, `${name}@example.com`, { accountId: account.id, ...call });
  owner = await joined('owner');
  manager = await joined('manager', { role: 'manager' });
  auditor = await joined('auditor', { role: 'auditor' });
  tester = await joined('tester', { modes: ['test'] });
  workflowId = await service.addWorkflow(account.id, inputsWorkflow);
  const { data } = await new Backend(service, account.apiKey).start({ workflowId, inputs });
  executionId = data.executionId;
  await service.runDueJobs();
  await owner.send('POST', `executions/${executionId}/reveal`, { reason });
});
afterAll(() => service.close());

const read = async (browser: AdminBrowser, query = '') =>
  (await browser.send<AdminAuditPage>('GET', `audit${query}`)).data;
const actsOf = ({ events }: AdminAuditPage) => events.map(({ act }) => act);
const append = (event: Partial<NewAuditEvent>) =>
  createAuditStore(service.database).append({
    actor: { kind: 'operator', user: 'root' },
    act: 'account.redirects',
    at: service.clock.time,
    accountId: account.id,
    subject: null,
    mode: null,
    ...event,
  });

/** Adds events to a chain, without the hashes that make it verifiable. */
async function addMany(chain: string, count: number, act: string, at: number): Promise<void> {
  const { main } = service.database;
  const last = await main
    .selectFrom('audit_events')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('chain', '=', chain)
    .executeTakeFirst();
  const event = {
    chain,
    at,
    actor_kind: 'system',
    actor_id: 'workflow',
    act,
    subject_kind: null,
    subject_id: null,
    mode: 'live',
    changes: null,
    address: null,
    execution_seq: null,
    previous: '',
  };
  const first = Number(last?.seq ?? 0) + 1;
  for (let added = 0; added < count; added += 500) {
    const rows = Array.from({ length: Math.min(500, count - added) }, (_, place) => {
      const seq = first + added + place;
      return { ...event, seq, hash: hash('sha256', `${chain} ${seq}`, 'hex') };
    });
    await main.insertInto('audit_events').values(rows).execute();
  }
}

describe('audit trail in the panel', () => {
  test('shows who did what to which subject, with their names', async () => {
    const { events } = await read(owner);
    expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).sort((a, b) => b - a));
    expect(events.find(({ act }) => act === 'execution.start')).toMatchObject({
      at: new Date(service.clock.time).toISOString(),
      by: { kind: 'key' },
      subject: { kind: 'execution', id: executionId, name: null },
      mode: 'live',
      changes: { workflow: workflowId },
    });
    expect(events.find(({ act }) => act === 'person.join')).toMatchObject({
      by: { kind: 'person', name: 'A Person' },
      subject: { kind: 'person', name: 'A Person' },
      mode: null,
      address: '192.0.2.1',
    });
    const created = await owner.send<{ id: string }>('POST', 'workflows', {
      name: 'Onboarding',
      definition: inputsWorkflow,
    });
    expect((await read(owner, '?act=workflow.add')).events[0]).toMatchObject({
      subject: { kind: 'workflow', id: created.data.id, name: 'Onboarding' },
    });
  });

  test('pages through the trail without repeating or losing an event, with and without filters', async () => {
    for (const filter of ['', '&from=2000-01-01', '&act=person.join', `&subject=${executionId}`]) {
      const all = await read(owner, `?limit=200${filter}`);
      expect(all.next).toBeNull();
      const seqs: number[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const page: AdminAuditPage = await read(owner, `?limit=2${filter}${after && `&after=${after}`}`);
        seqs.push(...page.events.map(({ seq }) => seq));
        after = page.next;
      }
      expect(seqs, filter).toEqual(all.events.map(({ seq }) => seq));
      expect(seqs.length, filter).toBeGreaterThan(2);
    }
  });

  test('filters by act, actor, subject and time', async () => {
    const key = (await read(owner, '?act=execution.start')).events[0]?.by.id ?? '';
    expect(actsOf(await read(owner, `?actor=${key}`))).toEqual(['execution.start']);
    expect(new Set(actsOf(await read(owner, `?subject=${executionId}`)))).toEqual(
      new Set(['execution.start', 'execution.finish', 'execution.reveal']),
    );
    expect(actsOf(await read(owner, `?subject=${executionId}&act=execution.finish`))).toEqual([
      'execution.finish',
    ]);
    const until = service.clock.time;
    await append({ at: until + day, subject: { kind: 'account', id: account.id } });
    const later = new Date(until + day).toISOString();
    expect(actsOf(await read(owner, `?from=${later}`))).toEqual(['account.redirects']);
    expect(actsOf(await read(owner, `?to=${later}`))).not.toContain('account.redirects');
    expect(actsOf(await read(owner, `?from=${later}&to=${later}`))).toEqual([]);
    expect(actsOf(await read(owner, '?actor=root&act=account.redirects'))).toHaveLength(1);
  });

  test('shows no event of another account or of the service, not even by id', async () => {
    const other = await service.addAccount('Station');
    const foreign = await AdminBrowser.joined(service, 'foreign@example.com', { accountId: other.id });
    await append({ accountId: null, act: 'clock.confirm', subject: { kind: 'account', id: account.id } });
    for (const query of ['', `?subject=${executionId}`, '?act=execution.start', '?from=2000-01-01']) {
      const { events } = await read(foreign, query);
      expect(events.filter(({ subject }) => subject?.id === executionId)).toEqual([]);
      expect(actsOf({ events, next: null })).not.toContain('clock.confirm');
    }
    expect(actsOf(await read(owner, `?subject=${account.id}`))).not.toContain('clock.confirm');
    expect(actsOf(await read(owner, '?act=clock.confirm'))).toEqual([]);
  });

  test('leaves out events of a mode that the person lacks, and the executions of an erasure', async () => {
    await append({
      act: 'execution.erase',
      subject: { kind: 'account', id: account.id },
      changes: { executions: 1, ids: executionId },
    });
    for (const query of ['', '?from=2000-01-01', '?act=execution.start', `?subject=${executionId}`])
      expect((await read(tester, query)).events.filter(({ mode }) => mode === 'live')).toEqual([]);
    const erased = async (browser: AdminBrowser) =>
      (await read(browser, '?act=execution.erase')).events[0]?.changes;
    expect(await erased(tester)).toEqual({ executions: 1 });
    expect(await erased(owner)).toEqual({ executions: 1, ids: executionId });
    expect(actsOf(await read(tester))).toContain('person.join');
  });

  test('shows acts on people and keys only to those who may see people and keys', async () => {
    await append({ act: 'key.revoke', subject: { kind: 'key', id: 'k' }, mode: 'live' });
    const hidden = /^(key|person|invitation|session)\./;
    for (const query of ['', '?act=person.join', '?act=key.revoke', '?from=2000-01-01'])
      expect(actsOf(await read(manager, query)).filter((act) => hidden.test(act))).toEqual([]);
    for (const browser of [owner, auditor])
      expect(actsOf(await read(browser, '?limit=200'))).toEqual(
        expect.arrayContaining(['key.revoke', 'person.join']),
      );
  });

  test('shows the reason for a reveal only to those who may reveal, and to nobody after the purge', async () => {
    const changesFor = async (browser: AdminBrowser) =>
      (await read(browser, `?subject=${executionId}&act=execution.reveal`)).events[0]?.changes;
    expect(await changesFor(owner)).toEqual({ reason });
    expect(await changesFor(manager)).toEqual({ reason });
    expect(await changesFor(auditor)).toEqual({});
    await service.database.main
      .updateTable('executions')
      .set({ status: 'DECLINED' })
      .where('id', '=', executionId)
      .execute();
    expect(await changesFor(owner)).toEqual({});
    await service.database.main
      .updateTable('executions')
      .set({ status: 'APPROVED' })
      .where('id', '=', executionId)
      .execute();
  });

  test('keeps the reason for which the service disabled an endpoint', async () => {
    await append({
      act: 'endpoint.disable',
      subject: { kind: 'endpoint', id: 'gone' },
      changes: { reason: 'failures' },
    });
    expect((await read(auditor, '?act=endpoint.disable')).events[0]).toMatchObject({
      subject: { id: 'gone', name: null },
      changes: { reason: 'failures' },
    });
  });

  test.each([
    'act=no.act',
    'act=execution.start&act=execution.read',
    'actor=%00',
    `actor=${'x'.repeat(65)}`,
    "subject=' or 1=1 --",
    'subject=a%25',
    'from=yesterday',
    'to=2026-02-30T25:00Z',
    'after=1',
    'after=1795639121169.0',
    `after=${'A'.repeat(60)}`,
    'limit=0',
    'limit=201',
  ])('refuses the query %s', async (query) => {
    const { status, problem } = await owner.send('GET', `audit?${query}`);
    expect([status, problem?.code]).toEqual([400, 'INVALID_PARAMETER']);
  });

  test('accepts every act of the trail as a filter', async () => {
    for (const act of auditActs)
      expect([act, (await owner.send('GET', `audit?act=${act}`)).status]).toEqual([act, 200]);
  });

  test('exports the events as CSV without reasons, and records filter and number', async () => {
    const { data } = await owner.send<AdminAuditExport>('GET', `audit/export?subject=${executionId}`);
    const lines = data.csv.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'position,time,actor,actor id,actor name,act,subject,subject id,subject name,mode,changes,address',
    );
    expect(lines).toHaveLength(data.rows + 1);
    expect(data).toMatchObject({ isCut: false });
    expect(data.csv).toContain('execution.reveal');
    expect(data.csv).not.toContain('Dupont');
    const exported = async () => (await read(owner, '?act=audit.export')).events[0];
    expect(await exported()).toMatchObject({
      by: { kind: 'person' },
      subject: { kind: 'account', id: account.id },
      changes: { rows: data.rows, isCut: false, filterSubject: executionId },
    });
    await owner.send('GET', 'audit/export?subject=hire_mrs_dupont&act=key.create');
    expect((await exported())?.changes).toEqual({ rows: 0, isCut: false, filterAct: 'key.create' });
    const { data: few } = await tester.send<AdminAuditExport>('GET', 'audit/export');
    expect(few.csv).not.toContain(',live,');
  });

  test('exports the newest events of a long trail, and says that it was cut', async () => {
    const long = await service.addAccount('Long');
    const reader = await AdminBrowser.joined(service, 'long@example.com', { accountId: long.id });
    await addMany(long.id, 10_100, 'execution.finish', service.clock.time + 1);
    const { data } = await reader.send<AdminAuditExport>('GET', 'audit/export');
    expect([data.rows, data.isCut]).toEqual([10_000, true]);
    expect((await read(reader, '?act=audit.export')).events[0]?.changes).toEqual({
      rows: 10_000,
      isCut: true,
    });
  });

  test('reads only a part of a long trail for a page, and reaches every matching event', async () => {
    const long = await service.addAccount('Longer');
    const reader = await AdminBrowser.joined(service, 'longer@example.com', { accountId: long.id });
    await addMany(long.id, 20_100, 'execution.finish', service.clock.time + 1);
    const person = (await read(reader, '?act=person.join')).events[0]?.by.id;
    for (const query of [`?actor=${person}`, `?from=2000-01-01&actor=${person}`]) {
      const first = await read(reader, query);
      expect(first.events).toEqual([]);
      // Nobody can read from it when other accounts had events.
      expect(first.next).toMatch(/^[\w-]{40,}$/);
      const second = await read(reader, `${query}&after=${first.next}`);
      expect(actsOf(second)).toContain('person.join');
      expect(second.next).toBeNull();
    }
  });

  test('reads a short trail whole, however many events other accounts have', async () => {
    const other = await service.addAccount('Busy');
    await addMany(other.id, 20_100, 'person.join', service.clock.time + 1);
    for (const query of ['?act=person.join', '?from=2000-01-01', '?to=9999-01-01&act=person.join']) {
      const page = await read(owner, query);
      expect([actsOf(page).includes('person.join'), page.next], query).toEqual([true, null]);
    }
  });
});
