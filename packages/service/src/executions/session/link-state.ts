import type { ExecutionStatus, LinkFlowState, LinkState } from '@vendor/contract';
import { refuseCredential } from '../../refusal.ts';
import type { ExecutionServices } from '../execution-services.ts';
import { dataKeyOf, openJson, sealContext } from '../sealed-data.ts';
import { allowedRedirects, type Redirects } from '../start/redirects.ts';
import type { StoredExecution } from '../stored-execution.ts';
import { hashOfSecret } from './session-key.ts';
import { isLate } from './session-lifetime.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock'>;

/**
 * Returns the state of a link and where it redirects the user. Works at any time, even after the link has expired.
 *
 * @throws {Refusal} UNAUTHORIZED if no link has this secret.
 */
export async function linkState(
  { store, vault, clock }: Services,
  secret: string | null,
): Promise<LinkState> {
  const execution = secret === null ? null : await store.findByTokenHash(hashOfSecret(secret));
  if (execution?.channel !== 'link') throw refuseCredential('the secret of a link');
  const key = dataKeyOf(vault, execution);
  const { sealedRedirects } = execution;
  const redirects: Redirects =
    key && sealedRedirects
      ? openJson(key, sealedRedirects, sealContext.redirects(execution.id))
      : { completedUrl: null, incompleteUrl: null };
  const allowed = await allowedRedirects(store, execution.accountId, redirects);
  return { journey: flowStateOf(execution, clock.now()), ...allowed };
}

const flowStates: Readonly<Record<ExecutionStatus, LinkFlowState>> = {
  PENDING: 'open',
  APPROVED: 'completed',
  REVIEW: 'completed',
  DECLINED: 'completed',
  ERROR: 'incomplete',
  EXPIRED: 'incomplete',
};

/** Decides by the clock, independently of the `expire` job. Data submitted in time is still judged. */
function flowStateOf(execution: StoredExecution, now: number): LinkFlowState {
  if (isLate(execution, now)) return 'incomplete';
  const { status, begunAt, walk } = execution;
  const isJudged = status === 'PENDING' && begunAt !== null && walk.awaiting === 'checks';
  return isJudged ? 'checking' : flowStates[status];
}
