import type { ClientState, FormAnswers, FormField, Inputs, ProblemFault } from '@vendor/contract';
import { Refusal } from '../../refusal.ts';
import { advance } from '../../workflows/walk.ts';
import { applyTransition } from '../apply-transition.ts';
import { knownFacts } from '../evaluation/known-facts.ts';
import type { ExecutionServices } from '../execution-services.ts';
import { hashesOfInputs } from '../reads/search-hashes.ts';
import { dataKeyOf, inputsOf, sealContext, sealJson } from '../sealed-data.ts';
import { executionOfSession } from '../session/authorize-session.ts';
import { clientState } from '../session/client-state.ts';
import type { SessionKeyClaim } from '../session/session-key.ts';
import { dateFaults } from '../start/date-faults.ts';
import type { StoredExecution } from '../stored-execution.ts';
import type { StepAttempt } from './awaited-step.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'jobs' | 'watch'>;

/**
 * Stores the user's answers as inputs of the execution and advances the walk, in one transaction. Repeating the same answers
 * returns the current state.
 *
 * @throws {Refusal} STEP_NOT_AWAITED if the form is not awaited, or was answered differently; INVALID_REQUEST_BODY with every
 *   answer that is missing, was not asked for, or is a date that cannot be true.
 */
export async function answerForm(
  services: Services,
  claim: SessionKeyClaim,
  step: StepAttempt,
  answers: FormAnswers,
): Promise<ClientState> {
  const { store, vault, clock, jobs, watch } = services;
  const execution = await store.transact({ execution: claim.executionId }, async (transaction) => {
    const found = await executionOfSession(transaction, claim, clock);
    const key = dataKeyOf(vault, found);
    const inputs = inputsOf(key, found);
    if (!key || !inputs) throw new Refusal('STEP_NOT_AWAITED', 'The data of this verification was removed.');
    if (found.walk.answered.includes(step.stepId) && hasSameAnswers(inputs, answers)) return found;
    refuseFaulty(awaitedFields(found, step), answers, clock.now());
    const kept = { ...inputs, ...answers };
    const definition = await store.definitionOf(found.workflowId, found.workflowVersion);
    const known = await knownFacts(services, transaction, found, definition);
    const facts = { ...known, inputs: { ...known.inputs, ...answers } };
    const walk = advance(definition, found.walk, { kind: 'answered', facts });
    await transaction.insertSearchHashes(found, hashesOfInputs(vault, found.accountId, kept));
    const sealedInputs = sealJson(key, kept, sealContext.inputs(found.id));
    return applyTransition(transaction, found, definition, walk, clock.now(), { sealedInputs });
  });
  jobs.wake();
  watch.notify(execution.id);
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  return clientState(execution, definition, await store.capturesOf(execution.id), clock.now());
}

/** Checks whether the same answers are already stored: the client repeats them if it did not receive the reply. */
function hasSameAnswers(inputs: Inputs, answers: FormAnswers): boolean {
  return Object.entries(answers).every(([name, value]) => inputs[name] === value);
}

/** Returns the fields that the form asks for. @throws {Refusal} STEP_NOT_AWAITED if the form is not awaited. */
function awaitedFields(
  { begunAt, walk }: StoredExecution,
  { stepId, attempt }: StepAttempt,
): readonly FormField[] {
  const isAwaited = begunAt !== null && walk.awaiting === 'user' && walk.at === stepId && attempt === 1;
  if (!isAwaited || walk.fields.length === 0)
    throw new Refusal('STEP_NOT_AWAITED', 'This form is not the current step.');
  return walk.fields;
}

/**
 * Refuses answers that were not asked for, so that a user cannot replace data from the start request. @throws {Refusal}
 * INVALID_REQUEST_BODY.
 */
function refuseFaulty(fields: readonly FormField[], answers: FormAnswers, now: number): void {
  const missing = fields.filter(({ name, required }) => required && answers[name] === undefined);
  const unexpected = Object.keys(answers).filter((name) => !fields.some((field) => field.name === name));
  const faults = [
    ...missing.map(({ name }) => faultOf(name, 'is missing')),
    ...unexpected.map((name) => faultOf(name, 'is not a field of this form')),
    ...dateFaults(answers, '/answers', 'INVALID_REQUEST_BODY', now),
  ];
  if (faults.length > 0)
    throw new Refusal('INVALID_REQUEST_BODY', 'Some answers are missing or not valid for this form.', faults);
}

function faultOf(name: string, detail: string): ProblemFault {
  return { pointer: `/answers/${name}`, code: 'INVALID_REQUEST_BODY', detail };
}
