import { signal } from '@preact/signals';
import type { AdminSession } from '@vendor/contract/admin';
import { setRequestToken, whenSecondStepRequired, whenSessionChanged, whenSignedOut } from './api/call.ts';
import { dropEarlyReplies } from './api/early-replies.ts';
import { type Failure, failureOf } from './api/failure.ts';
import { type Mode, readSession } from './api/session.ts';
import { recallMode } from './mode-memory.ts';
import { query } from './routing.ts';

/** State of the sign-in. `broken`: the session could not be read. */
export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'out' }
  | { readonly kind: 'broken'; readonly failure: Failure }
  | { readonly kind: 'in'; readonly session: AdminSession };

export const sessionState = signal<SessionState>({ kind: 'loading' });

/** Whether the session ended while the panel was open. The screen stays below the sign-in, with all typed text. */
export const isExpired = signal(false);

/** Grows when an ended session is renewed, so that screens load again. */
export const renewals = signal(0);

/** Whether the panel shows live or test data. */
export const mode = signal<Mode>('live');

whenSignedOut(() => {
  if (sessionState.value.kind === 'in') isExpired.value = true;
  else sessionState.value = { kind: 'out' };
});

whenSecondStepRequired(() => void loadSession());

whenSessionChanged(() => void loadSession());

/** Asks the service who is signed in. */
export async function loadSession(): Promise<void> {
  try {
    enter(await readSession());
  } catch (error) {
    dropEarlyReplies();
    const failure = failureOf(error);
    const isOut = failure.problem?.status === 401;
    sessionState.value = isOut ? { kind: 'out' } : { kind: 'broken', failure };
  }
}

function enter(session: AdminSession): void {
  const before = sessionState.value;
  // Another person or account must not see any data of the previous one.
  if (before.kind === 'in' && isAnother(before.session, session)) {
    location.reload();
    return;
  }
  setRequestToken(session.requestToken);
  chooseFirstMode(session);
  if (session.mustAddSecondStep) dropEarlyReplies();
  sessionState.value = { kind: 'in', session };
  if (isExpired.value) renewals.value++;
  isExpired.value = false;
}

function isAnother(before: AdminSession, now: AdminSession): boolean {
  return before.person.id !== now.person.id || before.account.id !== now.account.id;
}

/** Chooses the mode after sign-in. In development there is only test data at first. */
function chooseFirstMode({ modes, isDevelopment }: AdminSession): void {
  const usual = isDevelopment ? 'test' : 'live';
  const wished = query.value.get('mode') ?? recallMode() ?? usual;
  mode.value = modes.find((one) => one === wished) ?? modes[0] ?? 'live';
}

/**
 * Returns whether the signed-in person may carry out an act, such as `key.create`, in at least one mode. The service checks
 * this again.
 */
export function mayDo(act: string): boolean {
  const state = sessionState.value;
  return state.kind === 'in' && state.session.acts.includes(act);
}

/** Returns whether the signed-in person may carry out an act in one mode. */
export function mayDoIn(act: string, mode: Mode): boolean {
  const state = sessionState.value;
  if (state.kind !== 'in' || !mayDo(act)) return false;
  const { modes, testActs } = state.session;
  return modes.includes(mode) && (mode === 'test' || !testActs.includes(act));
}

/** Switches the mode if the address names another one that the person may access. */
export function chooseModeOfAddress(): void {
  const state = sessionState.value;
  const modes = state.kind === 'in' ? state.session.modes : [];
  const wished = query.value.get('mode');
  mode.value = modes.find((one) => one === wished) ?? mode.value;
}

/** Switches to live or test data. */
export function chooseMode(chosen: Mode): void {
  mode.value = chosen;
}
