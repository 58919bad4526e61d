import type { ClientInitResponse, ClientState } from '@vendor/contract';
import type { PreviewOrder, PreviewScreen } from './preview-message.ts';

const hourMs = 3_600_000;

const start: ClientState = {
  seq: 1,
  executionId: '00000000-0000-4000-8000-000000000000',
  awaiting: 'user',
  begun: false,
  deadline: new Date(Date.now() + hourMs).toISOString(),
  timeLeftMs: hourMs,
  extendable: false,
  progress: { done: 0, total: 2 },
  step: {
    kind: 'document',
    id: 'document',
    attempt: 1,
    attemptsLeft: 2,
    accepts: [
      { type: 'PASSPORT', sides: ['front'] },
      { type: 'NATIONAL_ID', sides: ['front', 'back'] },
    ],
    fileAllowed: true,
    reasons: [],
    chosen: null,
    stored: [],
  },
  outcome: null,
};

/** Session states of an invented user, by the screen that they show. */
const states: Readonly<Record<PreviewScreen, ClientState>> = {
  welcome: start,
  document: { ...start, seq: 2, begun: true },
  form: {
    ...start,
    seq: 2,
    begun: true,
    progress: { done: 1, total: 2 },
    step: {
      kind: 'form',
      id: 'form',
      attempt: 1,
      attemptsLeft: 0,
      stored: [],
      fields: [
        { name: 'email', required: true },
        { name: 'user_dob', required: true },
      ],
    },
  },
  result: {
    ...start,
    seq: 9,
    begun: true,
    awaiting: 'none',
    step: null,
    outcome: { status: 'APPROVED', retryLimitOf: null },
    progress: { done: 2, total: 2 },
  },
};

/**
 * Replies to the flow's requests from memory, so that the preview never reaches the service and starts or changes no execution.
 * Requests that would send something never get a reply, as on a very slow connection.
 *
 * @param path - path of the request, after `/client/`.
 * @returns `data` of the reply; null if no reply ever comes.
 */
export function sampleReply(path: string, { screen, requester }: PreviewOrder): object | null {
  if (path === 'init')
    return {
      sessionKey: 'preview',
      configuration: 'valid',
      requester,
      state: states[screen],
    } satisfies ClientInitResponse;
  return path === 'begin' ? states.document : null;
}
