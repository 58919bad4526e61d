import { z } from 'zod';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { type Registers, registerAnswers } from './registers.ts';

/** Settings of the operator's connector to registers. */
export interface RegisterSettings {
  readonly url: string;
  /** Bearer token sent with each question. */
  readonly secret: string;
  /** Private addresses and networks (CIDR) in which the connector may be; empty: only public addresses. */
  readonly networks: readonly string[];
}

/** Maximum reply in bytes: an answer is one word in a short JSON object. */
export const maxRegisterReplyBytes = 16 * 1024;
const replySchema = z.object({ register: z.enum(registerAnswers) });

/**
 * Queries the operator's connector, which queries the registers (docs/registers.md).
 *
 * @param settings - null: no connector is configured, and no question is sent.
 * @param outgoing - connects only where the operator allows the connector to be; follows no redirects, so that question and
 *   secret go nowhere else; reads at least one byte more than {@link maxRegisterReplyBytes}, so that longer replies are
 *   noticed.
 */
export function openRegisters(
  settings: RegisterSettings | null,
  outgoing: Pick<Outgoing, 'send'>,
): Registers {
  return {
    async ask(question, reference, signal) {
      if (!settings) return null;
      const reply = await outgoing.send({
        url: settings.url,
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.secret}`,
          'content-type': 'application/json',
          'idempotency-key': reference,
        },
        body: Buffer.from(JSON.stringify(question), 'utf8'),
        signal,
      });
      signal.throwIfAborted();
      if (reply.kind === 'failed') throw new Error(`The register did not answer: ${reply.failure}.`);
      if (reply.status !== 200) throw new Error(`The register answered ${reply.status}.`);
      if (reply.body.byteLength > maxRegisterReplyBytes)
        throw new Error('The reply of the register is too long.');
      const parsed = replySchema.safeParse(parseJson(new TextDecoder().decode(reply.body)));
      // The error does not contain the reply, which may hold data of the person.
      if (!parsed.success) throw new Error('The reply of the register is not valid.');
      return parsed.data.register;
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
