import type { FormAnswers, FormFieldName, FormStep } from '@vendor/contract';
import { AnswersRefused } from '../session/answers-refused.ts';
import { failureOf } from './failure-of.ts';
import { readMember, toFailure } from './request.ts';
import { timeLimit } from './time-limit.ts';
import { toJson } from './to-json.ts';

/** One attempt to send answers. */
export interface AnswersRequest {
  readonly url: string;
  readonly bearer: string;
  readonly answers: FormAnswers;
  readonly signal: AbortSignal;
}

/**
 * Sends answers once. Reads the names of the rejected fields from a refusal, which no other call needs. Does not use
 * `callOnce`, which belongs to the entry chunk and has no bytes left for the needs of a form.
 *
 * @returns `data` of the answer, not yet checked.
 * @throws AnswersRefused if the service names rejected fields, otherwise ServiceFailure.
 */
export async function postAnswersOnce({ url, bearer, answers, signal }: AnswersRequest): Promise<unknown> {
  const limit = timeLimit();
  const end = () => limit.abort();
  signal.addEventListener('abort', end);
  try {
    const response = await fetch(url, {
      method: 'POST',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: toJson({ answers }),
      signal: limit.signal,
    }).catch(() => {
      throw failureOf(0);
    });
    const body: unknown = await response.json().catch(({ name }: Error) => {
      // The body is not JSON. An interrupted body throws another error.
      if (name === 'SyntaxError') return undefined;
      throw failureOf(0);
    });
    if (limit.signal.aborted) throw failureOf(0);
    if (response.ok) return readMember(body, 'data');
    const fields = refusedFields(body);
    if (response.status === 400 && fields.length > 0) throw new AnswersRefused(400, fields);
    throw toFailure(response.status, body, response.headers.get('retry-after'));
  } finally {
    end();
    signal.removeEventListener('abort', end);
  }
}

/** Returns the fields that the errors of a refusal point to. */
function refusedFields(body: unknown): FormFieldName[] {
  const errors = readMember(body, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((fault) => {
    const pointer = readMember(fault, 'pointer');
    const name = typeof pointer === 'string' ? /^\/answers\/([a-z0-9_]+)$/.exec(pointer)?.[1] : undefined;
    return name === undefined ? [] : [name as FormStep['fields'][number]['name']];
  });
}
