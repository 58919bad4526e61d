import type { Outgoing, OutgoingReply, OutgoingRequest } from '../src/outgoing/outgoing.ts';

/** Webhook receivers controlled by a test. */
export class ScriptedOutgoing implements Outgoing {
  readonly sent: OutgoingRequest[] = [];
  answer: (request: OutgoingRequest) => OutgoingReply | Promise<OutgoingReply> = () => ({
    kind: 'replied',
    status: 204,
    retryAfter: null,
    headers: {},
    body: new Uint8Array(),
  });

  async send(request: OutgoingRequest): Promise<OutgoingReply> {
    this.sent.push(request);
    return this.answer(request);
  }

  async close(): Promise<void> {}
}
