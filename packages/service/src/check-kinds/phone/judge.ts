import { verdictByOutcome } from '../fraud-verdict.ts';
import type { Judge } from '../judge-call.ts';
import type { PhoneNode } from './node.ts';

/** Judges the phone number from the start request or a form. */
export const judgePhone: Judge<PhoneNode> = async ({ evaluator }, { inputs }, signal) =>
  verdictByOutcome(await evaluator.run('phone', inputs.phone_number ?? '', signal));
