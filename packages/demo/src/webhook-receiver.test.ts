import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createWebhookReceiver } from './webhook-receiver.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;

const envelope = {
  event: 'orchestration/workflow_execution_finished',
  timestamp: '2026-11-21T10:00:00.000Z',
  data: {
    id: '5f0c1f0e-6a39-4c43-9f3b-0f2a4d7d9c11',
    status: 'APPROVED',
    checks: [
      { checkType: 'FRAUD_API', status: 'APPROVED', statusDetail: 'email', documentCheckExtractedData: null },
      {
        checkType: 'DOCUMENT_CHECK',
        status: 'APPROVED',
        statusDetail: null,
        documentCheckExtractedData: { fullName: 'ANNA MARIA ERIKSSON' },
      },
    ],
  },
};

function deliver({
  id = 'msg_1',
  sequence = '1',
  at = new Date(),
  body = JSON.stringify(envelope),
  signedWith = secret,
} = {}) {
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(signedWith).sign(id, at, body),
      'webhook-sequence': sequence,
    } as Record<string, string>,
  };
}

describe('the webhook receiver', () => {
  it('accepts a signed delivery and reads its event', () => {
    const { body, headers } = deliver();

    expect(createWebhookReceiver()(secret, body, headers)).toEqual({
      kind: 'accepted',
      event: {
        deliveryId: 'msg_1',
        event: envelope.event,
        sequence: 1,
        executionId: envelope.data.id,
        status: 'APPROVED',
        fullName: 'ANNA MARIA ERIKSSON',
        checks: [
          { checkType: 'FRAUD_API', status: 'APPROVED', statusDetail: 'email' },
          { checkType: 'DOCUMENT_CHECK', status: 'APPROVED', statusDetail: null },
        ],
      },
    });
  });

  it('refuses a body that was changed by a single character', () => {
    const { body, headers } = deliver();
    const tampered = body.replace('APPROVED', 'APPROVEd');
    expect(createWebhookReceiver()(secret, tampered, headers).kind).toBe('refused');
  });

  it('refuses a delivery signed with another secret', () => {
    const other = `whsec_${Buffer.from('another secret of thirty-two ...').toString('base64')}`;
    const { body, headers } = deliver({ signedWith: other });
    expect(createWebhookReceiver()(secret, body, headers).kind).toBe('refused');
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-sequence'])(
    'refuses a delivery without %s',
    (name) => {
      const { body, headers } = deliver();
      const { [name]: _, ...rest } = headers;
      expect(createWebhookReceiver()(secret, body, rest).kind).toBe('refused');
    },
  );

  it.each([
    ['older', -301],
    ['newer', 301],
  ])('refuses a signature that is more than five minutes %s than now', (_, seconds) => {
    const { body, headers } = deliver({ at: new Date(Date.now() + seconds * 1000) });
    expect(createWebhookReceiver()(secret, body, headers).kind).toBe('refused');
  });

  it('refuses an old delivery with a fresh timestamp, because the timestamp is signed', () => {
    const { body, headers } = deliver({ at: new Date(Date.now() - 3_600_000) });
    const refreshed = { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
    expect(createWebhookReceiver()(secret, body, refreshed).kind).toBe('refused');
  });

  it('accepts an event once, however often it is delivered', () => {
    const receive = createWebhookReceiver();
    const first = deliver();
    const again = deliver({ at: new Date(Date.now() + 2000) });

    expect(receive(secret, first.body, first.headers).kind).toBe('accepted');
    expect(receive(secret, first.body, first.headers).kind).toBe('repeated');
    expect(receive(secret, again.body, again.headers).kind).toBe('repeated');
  });

  it('refuses a replay with a new id, because the id is signed', () => {
    const receive = createWebhookReceiver();
    const { body, headers } = deliver();
    receive(secret, body, headers);
    expect(receive(secret, body, { ...headers, 'webhook-id': 'msg_2' }).kind).toBe('refused');
  });

  it('does not remember the id of a refused delivery', () => {
    const receive = createWebhookReceiver();
    const { body, headers } = deliver();
    receive(secret, `${body} `, headers);
    expect(receive(secret, body, headers).kind).toBe('accepted');
  });

  it.each(['', '0', '01', '+1', '1.5', 'first'])('refuses the sequence %j', (sequence) => {
    const { body, headers } = deliver({ sequence });
    expect(createWebhookReceiver()(secret, body, headers).kind).toBe('refused');
  });

  it.each(['', 'null', '[]', '{"event":"x"}', 'no JSON', '{"event":1,"data":{"id":3,"status":4}}'])(
    'refuses the signed body %j, which is not an event',
    (body) => {
      const delivery = deliver({ body });
      expect(createWebhookReceiver()(secret, delivery.body, delivery.headers).kind).toBe('refused');
    },
  );

  it('reads an event whose checks are not available', () => {
    const pending = { ...envelope, data: { ...envelope.data, checks: null } };
    const { body, headers } = deliver({ body: JSON.stringify(pending) });
    expect(createWebhookReceiver()(secret, body, headers)).toMatchObject({
      kind: 'accepted',
      event: { checks: [], fullName: null },
    });
  });
});
