import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ScriptedOutgoing } from '../../testing/scripted-outgoing.ts';
import { createOutgoing } from '../outgoing/create-outgoing.ts';
import type { Outgoing, OutgoingReply } from '../outgoing/outgoing.ts';
import { maxRegisterReplyBytes, openRegisters } from './open-registers.ts';
import { registerAnswers } from './registers.ts';

const settings = { url: 'https://registers.example/ask', secret: 'a secret of the operator', networks: [] };
const question = {
  kind: 'NIN',
  number: '12345678901',
  firstName: 'Ada',
  middleName: null,
  lastName: 'Obi',
  dateOfBirth: '1990-01-02',
} as const;
const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

function answered(reply: OutgoingReply) {
  const outgoing = new ScriptedOutgoing();
  outgoing.answer = () => reply;
  return outgoing;
}
const ask = (outgoing: Pick<Outgoing, 'send'>, { signal } = new AbortController(), own: object = {}) =>
  openRegisters({ ...settings, ...own }, outgoing).ask(question, 'execution.NIN', signal);
const replyOf = (body: unknown, status = 200): OutgoingReply => ({
  kind: 'replied',
  status,
  retryAfter: null,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

describe('queries of the register', () => {
  it('sends only the question and the secret to the operator’s address', {
    tags: ['S1-20'],
  }, async () => {
    const outgoing = answered(replyOf({ register: 'MATCH', more: 1 }));
    expect(await ask(outgoing)).toBe('MATCH');
    const [request] = outgoing.sent;
    expect(request).toMatchObject({
      url: settings.url,
      method: 'POST',
      headers: {
        authorization: `Bearer ${settings.secret}`,
        'content-type': 'application/json',
        'idempotency-key': 'execution.NIN',
      },
    });
    expect(JSON.parse(String(Buffer.from(request?.body ?? [])))).toEqual(question);
  });

  it.each(registerAnswers)('accepts the answer %s', async (register) => {
    expect(await ask(answered(replyOf({ register })))).toBe(register);
  });

  it('sends no question without a configured connector', async () => {
    const outgoing = new ScriptedOutgoing();
    expect(await openRegisters(null, outgoing).ask(question, 'r', new AbortController().signal)).toBeNull();
    expect(outgoing.sent).toEqual([]);
  });

  it.each([
    ['refuses', replyOf({ register: 'MATCH' }, 503), 'The register answered 503.'],
    ['redirects', replyOf({ register: 'MATCH' }, 307), 'The register answered 307.'],
    [
      'answers with an unknown value',
      replyOf({ register: 'Ada Obi' }),
      'The reply of the register is not valid',
    ],
    ['does not answer with JSON', replyOf('<html>Ada Obi'), 'The reply of the register is not valid'],
    ['sends a reply that is too long', replyOf('x'.repeat(maxRegisterReplyBytes + 1)), 'too long'],
    ['cannot be reached', { kind: 'failed', failure: 'TIMEOUT' } as const, 'did not answer: TIMEOUT'],
  ])('rejects without repeating the reply if the register %s', async (_, reply, complaint) => {
    const asked = ask(answered(reply));
    await expect(asked).rejects.toThrow(complaint);
    await expect(asked).rejects.toThrow(/^(?!.*Ada)/);
  });

  it("rejects when the check's signal aborts", async () => {
    const life = new AbortController();
    const outgoing = new ScriptedOutgoing();
    outgoing.answer = () => {
      life.abort(new Error('left'));
      return { kind: 'failed', failure: 'ABORTED' };
    };
    await expect(ask(outgoing, life)).rejects.toThrow('left');
  });
});

describe('connection to the register', () => {
  /** Starts a connector on this machine that counts its connections. */
  async function connect(listener: RequestListener) {
    const server = createServer(listener);
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push({ close: () => new Promise((resolve) => server.close(resolve)) });
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/ask`, port, connections: () => connections };
  }
  function client(networks: readonly string[], resolve = async () => ['127.0.0.1']) {
    const outgoing = createOutgoing({
      allowLoopback: false,
      networks,
      maxBodyBytes: maxRegisterReplyBytes + 1,
      timeoutMs: 60_000,
      resolve,
    });
    opened.push(outgoing);
    return outgoing;
  }
  const life = () => new AbortController();

  it('connects by address or name only into networks that the operator has configured', {
    tags: ['DHOOK-51'],
  }, async () => {
    const connector = await connect((_, reply) => reply.end('{"register":"MATCH"}'));
    const named = `http://registers.example:${connector.port}/`;
    for (const url of [connector.url, named]) {
      for (const networks of [[], ['10.0.0.0/8'], ['127.0.0.2', '::1']])
        await expect(ask(client(networks), life(), { url })).rejects.toThrow(
          'did not answer: ADDRESS_REFUSED',
        );
    }
    expect(connector.connections()).toBe(0);
    for (const url of [connector.url, named])
      expect(await ask(client(['127.0.0.0/8']), life(), { url })).toBe('MATCH');
    expect(connector.connections()).toBe(2);
  });

  it('sends neither question nor secret to the target of a redirect', {
    tags: ['S1-20', 'DHOOK-51'],
  }, async () => {
    const canary = await connect((_, reply) => reply.end());
    const { url } = await connect((_, reply) => reply.writeHead(307, { location: canary.url }).end());
    await expect(ask(client(['127.0.0.1']), life(), { url })).rejects.toThrow('The register answered 307.');
    expect(canary.connections()).toBe(0);
  });

  it('accepts a reply of 16 KiB, and rejects a longer one', { tags: ['DHOOK-51'] }, async () => {
    const padded = (bytes: number) => '{"register":"MATCH"}'.padEnd(bytes);
    const { url } = await connect((incoming, reply) => {
      reply.end(padded(maxRegisterReplyBytes + (incoming.headers['idempotency-key'] === 'long' ? 1 : 0)));
    });
    const registers = openRegisters({ ...settings, url }, client(['127.0.0.1']));
    const { signal } = life();
    expect(await registers.ask(question, 'fits', signal)).toBe('MATCH');
    await expect(registers.ask(question, 'long', signal)).rejects.toThrow('too long');
  });
});
