import { verdictByOutcome } from '../fraud-verdict.ts';
import type { Judge } from '../judge-call.ts';
import type { EmailNode } from './node.ts';

/** Judges the e-mail address from the start request or a form. */
export const judgeEmail: Judge<EmailNode> = async ({ evaluator }, { inputs }, signal) =>
  verdictByOutcome(await evaluator.run('email', inputs.email ?? '', signal));
