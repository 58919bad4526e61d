import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientInitResponse, ClientState, Execution, StartResponse } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureStepKind as Kind } from '../src/check-kinds/check-kind.ts';
import { retryReasonsOf } from '../src/check-kinds/registry.ts';
import { sandboxUsers } from '../src/executions/sandbox/sandbox.ts';
import { digestOf } from '../testing/client.ts';
import { operate } from './operate.ts';
import { ServiceProcess } from './service-process.ts';
import { jpegOf } from './traffic.ts';

const texts = { en: { title: 'Proof of income', instructions: 'Your last payslip' } };
/** A node of each kind of step, with the slots of its captures. */
const steps: Readonly<Record<Kind, { readonly node: object; readonly slots: readonly string[] }>> = {
  document: { node: { accepts: [{ type: 'PASSPORT', sides: ['front'] }] }, slots: ['front'] },
  selfie: { node: { match: 'none' }, slots: [] },
  address: { node: {}, slots: ['address'] },
  card: { node: {}, slots: ['card-front'] },
  evidence: { node: { texts }, slots: ['evidence-1'] },
};
const kinds = Object.keys(steps) as Kind[];

let service: ServiceProcess;
let apiKey: string;
const workflows = new Map<Kind | 'inputs', string>();

beforeAll(async () => {
  service = await ServiceProcess.create();
  await service.start();
  const { id: account } = await operate(service.folder, 'account create --name Shop');
  apiKey = (await operate(service.folder, `key create --account ${account} --mode test`)).key ?? '';
  const file = join(service.folder, 'workflow.json');
  const add = async (name: Kind | 'inputs', node: object) => {
    const definition = { start: 'step', nodes: { step: { ...node, next: 'end' }, end: { kind: 'end' } } };
    writeFileSync(file, JSON.stringify({ name, definition }));
    const { id = '' } = await operate(service.folder, `workflow import ${file} --account ${account}`);
    workflows.set(name, id);
  };
  for (const kind of kinds) await add(kind, { kind, ...steps[kind].node });
  await add('inputs', { kind: 'email' });
}, 120_000);
afterAll(() => service.remove());

interface Answer<Data> {
  readonly status: number;
  readonly data: Data;
  readonly code?: string;
}

async function call<Data>(
  method: string,
  path: string,
  credential: Record<string, string>,
  body?: object,
): Promise<Answer<Data>> {
  const isBytes = body instanceof Uint8Array;
  const reply = await fetch(`${service.url}/orchestration-api/v1/${path}`, {
    method,
    headers: { ...credential, 'content-type': isBytes ? 'image/jpeg' : 'application/json' },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: reply.status, ...((await reply.json()) as { data: Data; code?: string }) };
}

/** A sandbox user at the only step of a workflow. */
class User {
  readonly #credential: Record<string, string>;
  readonly init: Answer<ClientInitResponse>;
  readonly #executionId: string;
  readonly #kind: Kind;

  private constructor(kind: Kind, executionId: string, init: Answer<ClientInitResponse>) {
    this.#kind = kind;
    this.#executionId = executionId;
    this.init = init;
    this.#credential = { authorization: `Bearer ${init.data?.sessionKey}` };
  }

  static async start(kind: Kind, userId: string): Promise<User> {
    const { data } = await startOf(kind, userId);
    const nonce = randomBytes(16).toString('base64url');
    const body = { sdkVersion: '0', capabilities: kinds, nonce };
    const bearer = { authorization: `Bearer ${data.token}` };
    return new User(kind, data.executionId, await call('POST', 'client/init', bearer, body));
  }

  begin(): Promise<Answer<ClientState>> {
    return call('POST', 'client/begin', this.#credential);
  }

  /** Submits unreadable pictures for all slots. @returns the state after the checks. */
  async submit(attempt: number): Promise<ClientState> {
    const { data } = await call<ClientState>('GET', 'client/state', this.#credential);
    const { step } = data;
    const slots =
      step?.kind === 'selfie' ? step.poses.map((_, index) => `selfie-${index + 1}`) : steps[this.#kind].slots;
    const captures: Record<string, string> = {};
    const at = `client/steps/step/attempts/${attempt}`;
    for (const slot of slots) {
      const picture = jpegOf(2_000);
      const put = await call('PUT', `${at}/captures/${slot}`, this.#credential, picture);
      expect(put.status, JSON.stringify(put)).toBe(200);
      captures[slot] = digestOf(picture);
    }
    const body = { captures, ...(this.#kind === 'document' ? { documentType: 'PASSPORT' } : {}) };
    const submitted = await call<ClientState>('POST', `${at}/submit`, this.#credential, body);
    expect(submitted.status, JSON.stringify(submitted)).toBe(200);
    return this.settled(submitted.data);
  }

  /** Waits for the checks. */
  async settled(from: ClientState): Promise<ClientState> {
    let state = from;
    while (state.awaiting === 'checks') {
      const poll = await this.#poll(state.seq);
      expect(poll.status, JSON.stringify(poll)).toBe(200);
      state = poll.data;
    }
    return state;
  }

  /** Waits until the session is refused. @returns status and code. */
  async refused(from: ClientState): Promise<[number, string | undefined]> {
    let poll = await this.#poll(from.seq);
    while (poll.status === 200) poll = await this.#poll(poll.data.seq);
    return [poll.status, poll.code];
  }

  #poll(seq: number): Promise<Answer<ClientState>> {
    return call('GET', `client/state?after=${seq}&wait=20`, this.#credential);
  }

  read(): Promise<Execution> {
    return readOf(this.#executionId);
  }
}

const startOf = (kind: Kind | 'inputs', userId: string) =>
  call<StartResponse>(
    'POST',
    'init-workflow',
    { 'x-api-key': apiKey },
    { workflowId: workflows.get(kind), inputs: { user_id: userId, email: 'anna@example.com' } },
  );

async function readOf(id: string): Promise<Execution> {
  return (await call<Execution>('GET', `workflow-execution/${id}`, { 'x-api-key': apiKey })).data;
}

const userOf = (reason: string) => `sandbox-retry-${reason.toLowerCase().replaceAll('_', '-')}`;
const reasonsAtSteps = kinds.flatMap((kind) => retryReasonsOf[kind].map((reason) => [kind, reason] as const));

describe('sandbox of a running service', () => {
  it.each(reasonsAtSteps)(
    'repeats the %s step with the reason %s, and approves the next attempt',
    { tags: ['DHOOK-42'] },
    async (kind, reason) => {
      const user = await User.start(kind, userOf(reason));
      await user.begin();
      expect(await user.submit(1)).toMatchObject({
        awaiting: 'user',
        step: { kind, attempt: 2, reasons: [reason] },
      });
      expect(await user.submit(2)).toMatchObject({ outcome: { status: 'APPROVED', retryLimitOf: null } });
      expect(await user.read()).toMatchObject({
        status: 'APPROVED',
        checks: [{ status: 'APPROVED', statusDetail: 'SANDBOX' }],
      });
    },
  );

  it.each(['APPROVED', 'REVIEW', 'DECLINED', 'ERROR'])(
    'forces %s at every step, and in a workflow without steps',
    { tags: ['DHOOK-41'] },
    async (status) => {
      const userId = `sandbox-${status.toLowerCase()}`;
      const ends = kinds.map(async (kind) => {
        const user = await User.start(kind, userId);
        await user.begin();
        return [kind, (await user.submit(1)).outcome?.status, (await user.read()).status];
      });
      expect(await Promise.all(ends)).toEqual(kinds.map((kind) => [kind, status, status]));
      const { executionId } = (await startOf('inputs', userId)).data;
      await expect.poll(async () => (await readOf(executionId)).status, { timeout: 30_000 }).toBe(status);
    },
  );

  it('forces EXPIRED ten seconds after the user has begun', { tags: ['DHOOK-41'] }, async () => {
    const user = await User.start('document', 'sandbox-expired');
    const { data: begun } = await user.begin();
    expect(await user.refused(begun)).toEqual([401, 'SESSION_EXPIRED']);
    await expect.poll(async () => (await user.read()).status, { timeout: 30_000 }).toBe('EXPIRED');
  });

  it.each(
    Object.entries(sandboxUsers).flatMap(([userId, order]) =>
      order.kind === 'limit' ? [[userId, order.step] as const] : [],
    ),
  )('exhausts the attempts of the user %s at the %s step', async (userId, kind) => {
    const user = await User.start(kind, userId);
    await user.begin();
    expect(await user.submit(1)).toMatchObject({ step: { attempt: 2 } });
    expect(await user.submit(2)).toMatchObject({ step: { attempt: 3 } });
    const retryLimitOf = kind;
    expect(await user.submit(3)).toMatchObject({ outcome: { status: 'DECLINED', retryLimitOf } });
  });

  it.each([
    ['sandbox-code-1', 'error_code_1'],
    ['sandbox-code-4', 'error_code_4'],
  ])('tells the page of the user %s to end with %s', async (userId, fails) => {
    const { init } = await User.start('document', userId);
    expect(init).toMatchObject({ status: 200, data: { sandbox: { camera: 'scripted', fails } } });
  });

  it('refuses the token of the user sandbox-code-3', async () => {
    const { init } = await User.start('document', 'sandbox-code-3');
    expect([init.status, init.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('takes over the session of the user sandbox-code-unknown', async () => {
    const user = await User.start('document', 'sandbox-code-unknown');
    const { status, code } = await user.begin();
    expect([status, code]).toEqual([409, 'SESSION_TAKEN_OVER']);
  });

  it('delays a check for the requested time', { tags: ['DHOOK-44'] }, async () => {
    const user = await User.start('document', 'sandbox-delay-2');
    await user.begin();
    expect(await user.submit(1)).toMatchObject({ outcome: { status: 'APPROVED' } });
    const [check] = (await user.read()).checks ?? [];
    const tookMs = Date.parse(check?.finishedAt ?? '') - Date.parse(check?.startedAt ?? '');
    expect(tookMs).toBeGreaterThanOrEqual(2_000);
  });
});
