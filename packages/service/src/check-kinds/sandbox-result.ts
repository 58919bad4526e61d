import type { Outcome } from '@vendor/contract';
import type { DecidedBySandbox } from './check-kind.ts';

const outcomeOf: Record<DecidedBySandbox, Outcome> = { APPROVED: 'PASS', REVIEW: 'REVIEW', DECLINED: 'FAIL' };

const isPerformed = (value: unknown) => value === 'PASS' || value === 'REVIEW' || value === 'FAIL';

/**
 * Makes a result agree with the status requested from the sandbox: every member that was performed or is required gets its
 * outcome.
 *
 * @param found - the real result; undefined if there is none.
 * @param facts - members that are not outcomes.
 */
export function sandboxResultOf<Result>(
  schema: { readonly shape: object; parse(result: unknown): Result },
  status: DecidedBySandbox,
  found: object | undefined,
  required: readonly string[],
  facts: object = {},
): Result {
  const each = (members: readonly string[]) =>
    Object.fromEntries(members.map((member) => [member, outcomeOf[status]]));
  const performed = Object.entries(found ?? {}).filter(([, value]) => isPerformed(value));
  return schema.parse({
    ...Object.fromEntries(Object.keys(schema.shape).map((member) => [member, 'NOT_PERFORMED'])),
    ...each(performed.map(([member]) => member)),
    ...each(required),
    ...facts,
    overallResult: status,
  });
}
