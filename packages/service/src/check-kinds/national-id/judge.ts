import type { Inputs } from '@vendor/contract';
import { collectUserClaims, type UserClaims } from '../../executions/evaluation/user-claims.ts';
import type { RegisterQuestion } from '../../registers/registers.ts';
import { statusFromOutcomes } from '../../workflows/status-rules.ts';
import { verdictOn } from '../fraud-verdict.ts';
import type { Judge } from '../judge-call.ts';
import { holderOfNumber, inputOfNumber, type NationalIdNode } from './node.ts';

/**
 * Judges a national number alone, then by the register if the workflow requires it. Does not query the register if the number
 * is invalid, if data that the register needs about the holder is missing, or in test mode, which would look up a real person.
 */
export const judgeNationalId: Judge<NationalIdNode> = async (
  { store, clock, evaluator, registers },
  { execution, node, key, inputs },
  signal,
) => {
  const number = inputs[inputOfNumber[node.number]] ?? '';
  const claims = node.holder === 'document' ? await collectUserClaims(store, execution, key, inputs) : null;
  const holder = holderOf(inputs, claims);
  const task = {
    kind: node.number,
    number,
    dateOfBirth: holder.dateOfBirth,
    register: null,
    now: clock.now(),
  };
  const withoutRegister = await evaluator.run('national-id', task, signal);
  const isAsked =
    node.requires.includes('register') &&
    execution.mode === 'live' &&
    withoutRegister.number !== 'FAIL' &&
    holderOfNumber[node.number].every((name) => holder[memberOf[name]] !== null);
  const question = { kind: node.number, number, ...holder };
  // Includes the node, because two nodes may query the same number with different holders, and each query needs its own key.
  const reference = `${execution.id}.${execution.walk.at}.${node.number}`;
  const register = isAsked ? await registers.ask(question, reference, signal) : null;
  const evaluation =
    register === null ? withoutRegister : await evaluator.run('national-id', { ...task, register }, signal);
  const outcomes = { number: evaluation.number, register: evaluation.register };
  const verdict = verdictOn(statusFromOutcomes(outcomes, node.requires), evaluation);
  return { ...verdict, findings: { ...verdict.findings, looked: outcomes } };
};

/** Expected holder of the number, as sent to a register; null members are unknown. */
type Holder = Pick<RegisterQuestion, 'firstName' | 'middleName' | 'lastName' | 'dateOfBirth'>;

const memberOf = {
  user_firstname: 'firstName',
  user_lastname: 'lastName',
  user_dob: 'dateOfBirth',
} as const satisfies Partial<Record<keyof Inputs, keyof Holder>>;

/**
 * Uses data from the start request or a form, and fills gaps from the document if the name on it is complete. All given names
 * come from one source.
 */
function holderOf(inputs: Inputs, claims: UserClaims | null): Holder {
  const read = claims?.onDocument?.names;
  const shown = read && !read.isCut && read.givenNames !== '' ? read : null;
  const [first = null, ...others] = shown?.givenNames.split(/\s+/) ?? [];
  const given =
    inputs.user_firstname === undefined
      ? { firstName: first, middleName: inputs.user_middlename ?? (others.join(' ') || null) }
      : { firstName: inputs.user_firstname, middleName: inputs.user_middlename ?? null };
  return {
    ...given,
    lastName: inputs.user_lastname ?? shown?.surname ?? null,
    dateOfBirth: inputs.user_dob ?? claims?.birthDate ?? null,
  };
}
