import type { Actor } from '../../../access/actor.ts';
import { requireAct } from '../../../access/find-obstacle.ts';
import { Refusal } from '../../../refusal.ts';
import { hasSecondStep, openCredentials } from '../credentials.ts';
import type { PeopleServices } from '../people-services.ts';
import { requireRecentSignIn } from '../sign-in/recent-sign-in.ts';

/**
 * Starts or stops requiring a second step from everybody in an account. People without one must set it up at their next
 * request.
 *
 * @throws {Refusal} AUTHENTICATION_TOO_OLD; SECOND_STEP_REQUIRED if the actor has no second step and would be locked out.
 */
export function requireSecondStep(
  { store, vault, clock }: Pick<PeopleServices, 'store' | 'vault' | 'clock'>,
  actor: Actor,
  accountId: string,
  isRequired: boolean,
): Promise<void> {
  requireAct(actor, 'account.second-step', { accountId });
  return store.transact(async (transaction) => {
    const at = clock.now();
    await requireRecentSignIn(transaction, actor, at);
    const person = actor.kind === 'person' ? await transaction.person(actor.id) : null;
    if (isRequired && person && !hasSecondStep(openCredentials(vault, person)))
      throw new Refusal('SECOND_STEP_REQUIRED', 'Set up a second step of your own first.');
    const before = await transaction.requiresSecondStep(accountId);
    const subjectSeq = await transaction.setRequiresSecondStep(accountId, isRequired);
    await transaction.record({
      actor,
      act: 'account.second-step',
      at,
      accountId,
      subject: { kind: 'account', id: accountId },
      mode: null,
      changes: { required: [before, isRequired] },
      subjectSeq,
    });
  });
}
