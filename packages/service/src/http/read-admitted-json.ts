import type { ProblemCode } from '@vendor/contract';
import type { RequestContext } from './app-environment.ts';
import { readJson } from './bodies/json-body.ts';
import type { KeyAdmission } from './limits/rate-limit.ts';

/** Time in ms that a body may take before its key is checked again. Backends send theirs at once. */
const promptMs = 250;

/**
 * Reads the JSON body of a request that was admitted by its key. Admits the request again after a slow body, because the key may
 * have been revoked meanwhile; it then counts twice against the rate limit.
 *
 * @throws {Refusal} as {@link readJson}, and as the admission.
 */
export async function readAdmittedJson(
  admit: KeyAdmission,
  context: RequestContext,
  malformed: ProblemCode,
): Promise<unknown> {
  const began = performance.now();
  const body = await readJson(context.req.raw, malformed);
  if (performance.now() - began > promptMs) await admit(context);
  return body;
}
