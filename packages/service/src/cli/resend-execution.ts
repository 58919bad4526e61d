import type { KeyMode } from '../accounts/api-key.ts';
import { findSealed } from '../db/execution-states.ts';
import { listEndpoints } from '../db/webhook-endpoints.ts';
import { insertEvent } from '../db/webhook-events.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { requireSealedStates } from './own-execution.ts';
import { recordCommand } from './record-command.ts';

const event = 'orchestration/workflow_execution_sync';

/** Sends what is known of a finished execution again, because somebody asks for it. */
export const resendCommand: Command = {
  name: 'execution resend',
  summary: 'Sends a finished execution again, once, to the endpoints that subscribe to the event sync.',
  operand: 'execution id',
  options: {},
  notes: 'There are no retries: who asked for it can ask again. "webhook add --event sync" subscribes.',
  async run({ operator, operand }) {
    const database = await operator.database();
    await requireSealedStates(database, operator.seal());
    const { main } = database;
    const seal = operator.seal();
    const emittedAt = operator.clock.now();
    const receivers = await main.transaction().execute(async (trx) => {
      const execution = await trx
        .selectFrom('executions')
        .select(['account_id', 'mode', 'status'])
        .where('id', '=', operand)
        .executeTakeFirst();
      if (!execution) throw new CommandError(`There is no execution "${operand}".`);
      await findSealed(trx, seal, 'id', operand);
      if (execution.status === 'PENDING') throw new CommandError('This execution has not ended yet.');
      const subscribed = (await listEndpoints(trx, execution.account_id)).filter(({ events }) =>
        events.includes(event),
      );
      const enabled = subscribed.filter(({ disabledAt }) => disabledAt === null);
      if (subscribed.length === 0) {
        throw new CommandError(
          'No endpoint of its account subscribes to this event: webhook add --event sync',
        );
      }
      if (enabled.length === 0)
        throw new CommandError('Every endpoint that subscribes is disabled: webhook resume');
      await insertEvent(trx, { event, executionId: operand, emittedAt });
      await recordCommand(trx, operator, {
        act: 'execution.resend',
        accountId: execution.account_id,
        subject: { kind: 'execution', id: operand },
        mode: execution.mode as KeyMode,
      });
      return enabled.map(({ url }) => url);
    });
    return { data: { id: operand, sentTo: receivers }, text: `It is on its way to ${receivers.join(', ')}.` };
  },
};
