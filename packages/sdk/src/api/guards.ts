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
  // Checks the types first, because values that are not numbers must not be compared.
  progress: (value) =>
    isObject<ClientState['progress']>({
      done: isCount(0),
      total: isCount(Object(value).done),
      following: (steps) => steps === undefined || isCount(0)(steps),
    })(value),
  step: isNullOr(isStep),
  outcome: isNullOr(isOutcome),
  // Undefined from services that are older than the hand-off to phones.
  handOff: isOneOf(undefined, 'none', 'possible', 'elsewhere', 'silent'),
});

/** Returns whether an answer is a state of the session, as defined by the contract, that does not contradict itself. */
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
  // Accepts any value, because the flow checks every theme itself.
  theme: (_value) => true,
  wantsDevice: isOneOf(undefined, true, false),
});

/** Returns whether an answer to `client/init` is as defined by the contract. */
export const isClientInitResponse: Guard<ClientInitResponse> = (value): value is ClientInitResponse =>
  // Accepts steps that this version does not know: they continue on the hosted page, and are not described here.
  hasShapeOfInit(value) && (value.configuration !== 'valid' || !contradictsItself(value.state));
