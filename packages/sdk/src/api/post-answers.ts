import type { FormAnswers, FormFieldName, FormStep } from '@vendor/contract';
import { AnswersRefused } from '../session/answers-refused.ts';
import { failureOf } from './failure-of.ts';
import { readMember, unhappy } from './request.ts';
import { timeLimit } from './time-limit.ts';
import { toJson } from './to-json.ts';

/** One sending of answers. */
export interface AnswersRequest {
  readonly url: string;
  readonly bearer: string;
  readonly answers: FormAnswers;
  readonly signal: AbortSignal;
}

/**
 * Sends answers once. Of a refusal the names of the fields are read, which no other call has a use for.
 * Not by `callOnce`: it stands in the entry, where no byte is left for what only a form needs.
 *
 * @returns `data` of the answer, not yet checked.
 * @throws AnswersRefused when the service names fields that will not do, else ServiceFailure.
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
      // No JSON at all; an answer that breaks off is none.
      if (name === 'SyntaxError') return undefined;
      throw failureOf(0);
    });
    if (limit.signal.aborted) throw failureOf(0);
    if (response.ok) return readMember(body, 'data');
    const fields = refusedFields(body);
    if (response.status === 400 && fields.length > 0) throw new AnswersRefused(400, fields);
    throw unhappy(response.status, body, response.headers.get('retry-after'));
  } finally {
    end();
    signal.removeEventListener('abort', end);
  }
}

/** The fields that the faults of a refusal point at. */
function refusedFields(body: unknown): FormFieldName[] {
  const errors = readMember(body, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((fault) => {
    const pointer = readMember(fault, 'pointer');
    const name = typeof pointer === 'string' ? /^\/answers\/([a-z0-9_]+)$/.exec(pointer)?.[1] : undefined;
    return name === undefined ? [] : [name as FormStep['fields'][number]['name']];
  });
}
