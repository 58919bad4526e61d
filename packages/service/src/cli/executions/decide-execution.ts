import { decisionRequestSchema } from '@vendor/contract';
import { decideExecution } from '../../executions/outcome/decide-execution.ts';
import { accountOption, type Command } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { openStores } from '../open-stores.ts';
import { requireOwn, requireSealedStates, withRefusals } from './own-execution.ts';

export const decideCommand: Command = {
  name: 'execution decide',
  summary: 'Records a decision on a finished execution; the last one counts.',
  operand: 'execution id',
  options: {
    account: accountOption,
    status: { value: 'APPROVED|DECLINED', about: 'What it becomes.', required: true },
    comment: {
      value: 'text',
      about: 'The reason, in at most 250 characters. It is purged with the personal data.',
    },
  },
  notes: `Checks stay as they were. Endpoints that subscribe get the event "updated". "execution show" lists all decisions.`,
  async run({ operator, operand, must, text }) {
    const parsed = decisionRequestSchema.safeParse({ status: must('status'), comment: text('comment') });
    if (!parsed.success) {
      const isComment = parsed.error.issues.some(({ path }) => path[0] === 'comment');
      throw new UsageError(
        isComment ? '--comment must have at most 250 characters.' : '--status must be APPROVED or DECLINED.',
      );
    }
    const stores = await openStores(operator);
    await requireOwn(stores, operand, text('account'));
    await requireSealedStates(stores);
    const vault = operator.vault();
    const services = {
      store: stores.executions,
      vault,
      clock: operator.clock,
      // The running service polls for jobs twice a second, and pages poll for their state.
      jobs: { wake: () => {} },
      watch: { notify: () => {} },
    };
    await withRefusals(operand, () => decideExecution(services, operator.actor, operand, parsed.data, null));
    const { status } = parsed.data;
    return { data: { id: operand, status }, text: `The execution is ${status}.` };
  },
};
