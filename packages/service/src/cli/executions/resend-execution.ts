import { resendExecution } from '../../executions/outcome/resend-execution.ts';
import type { Command } from '../command.ts';
import { openStores } from '../open-stores.ts';
import { requireSealedStates, withRefusals } from './own-execution.ts';

/** Sends a finished execution to its endpoints again. */
export const resendCommand: Command = {
  name: 'execution resend',
  summary: 'Sends a finished execution again, once, to the endpoints that subscribe to the event sync.',
  operand: 'execution id',
  options: {},
  notes:
    'There are no retries: repeat the command if needed. "webhook add --event sync" subscribes, "webhook resume" enables an endpoint.',
  async run({ operator, operand }) {
    const stores = await openStores(operator);
    await requireSealedStates(stores);
    const services = {
      store: stores.executions,
      clock: operator.clock,
      // The running service polls for jobs twice a second.
      jobs: { wake: () => {} },
    };
    const sentTo = await withRefusals(operand, () => resendExecution(services, operator.actor, operand));
    return { data: { id: operand, sentTo }, text: `It is being sent to ${sentTo.join(', ')}.` };
  },
};
