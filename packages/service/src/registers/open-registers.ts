import { z } from 'zod';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { type Registers, registerAnswers } from './registers.ts';

/** The operator's own way to registers. */
export interface RegisterSettings {
  readonly url: string;
  /** Shown with each question. */
  readonly secret: string;
  /** Private addresses and networks (CIDR) that it may be at; without them it is at a public address. */
  readonly networks: readonly string[];
}

/** Maximum reply in bytes: an answer is one word in a short JSON object. */
export const longestRegisterReply = 16 * 1024;
const replySchema = z.object({ register: z.enum(registerAnswers) });

/**
 * Asks the operator's connector, which speaks to the registers (docs/registers.md).
 *
 * @param settings null: there is none, and nobody is asked.
 * @param outgoing connects where the operator has said that the connector may be, follows no redirect, so that neither question
 *   nor secret goes anywhere else, and reads one byte more than {@link longestRegisterReply} at least, so that what is longer
 *   shows.
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
      if (reply.body.byteLength > longestRegisterReply) throw new Error('The register answered too much.');
      const parsed = replySchema.safeParse(jsonOf(new TextDecoder().decode(reply.body)));
      // The error does not contain the reply, which may hold data of the person.
      if (!parsed.success) throw new Error('The register sent an invalid answer.');
      return parsed.data.register;
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
