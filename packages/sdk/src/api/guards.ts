import type { ClientInitResponse, ClientOutcome, ClientState, SandboxSession } from '@vendor/contract';
import { isStep } from '../steps/known-steps.ts';
import { contradictsItself } from './contradiction.ts';
import {
  type Guard,
  isBoolean,
  isCount,
  isMatch,
  isNullOr,
  isObject,
  isOneOf,
  isString,
} from './guard-parts.ts';

const isOutcome = isObject<ClientOutcome>({
  status: isOneOf('APPROVED', 'REVIEW', 'DECLINED', 'EXPIRED', 'ERROR'),
  retryLimitOf: isNullOr(isOneOf('document', 'selfie', 'address', 'card', 'evidence')),
});

const hasShapeOfState = isObject<ClientState>({
  seq: isCount(0),
  executionId: isMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  awaiting: isOneOf('user', 'checks', 'none'),
  begun: isBoolean,
  deadline: isMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d/),
  timeLeftMs: isCount(0),
  extendable: isBoolean,
  // In this order: what is no number may not even be compared with one.
  progress: (value) =>
    isObject<ClientState['progress']>({ done: isCount(0), total: isCount(Object(value).done) })(value),
  step: isNullOr(isStep),
  outcome: isNullOr(isOutcome),
  // A service may be older than phones are to it.
  handOff: isOneOf(undefined, 'none', 'possible', 'elsewhere', 'silent'),
});

/** Whether an answer is a state of the session as the contract has it, which says one thing. */
export const isClientState: Guard<ClientState> = (value): value is ClientState =>
  hasShapeOfState(value) && !contradictsItself(value);

const isSandbox = isObject<SandboxSession>({
  camera: isOneOf('scripted'),
  fails: isOneOf(null, 'error_code_1', 'error_code_4'),
});

const hasShapeOfInit = isObject<ClientInitResponse>({
  sessionKey: isString,
  configuration: isOneOf('valid', 'hosted', 'invalid'),
  requester: isString,
  state: hasShapeOfState,
  sandbox: (value) => value === undefined || isSandbox(value),
  // Checked by the flow as every theme is, whatever it is.
  theme: (_value) => true,
  wantsDevice: isOneOf(undefined, true, false),
});

/** Whether an answer to `client/init` is what the contract says. */
export const isClientInitResponse: Guard<ClientInitResponse> = (value): value is ClientInitResponse =>
  // Accepts steps that this version cannot show: they continue elsewhere, and are not described here.
  hasShapeOfInit(value) && (value.configuration !== 'valid' || !contradictsItself(value.state));
