import { signal } from '@preact/signals';
import type { AdminChanges } from '@vendor/contract/admin';
import { failureOf } from './api/failure.ts';
import { readChanges } from './api/runs.ts';

/** Whether the service replied to the last poll. */
export const isConnected = signal(true);

/** Grows after acts that may clear or raise alarms of webhook endpoints, so that the alarms are loaded again. */
export const alarmRounds = signal(0);

type Listener = (changes: AdminChanges) => void;

const listeners = new Set<Listener>();

/** Pauses after failed calls, in ms; the last one repeats. */
const pausesMs = [1000, 2000, 5000, 10_000, 20_000];

/**
 * Calls a listener with every change.
 *
 * @returns removes the listener.
 */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Polls for changes while the page is visible. A hidden page would occupy one of the few connections that a browser opens to a
 * server.
 *
 * @returns stops polling.
 */
export function followChanges(): () => void {
  const ending = new AbortController();
  void poll(ending.signal);
  return () => ending.abort();
}

async function poll(ending: AbortSignal): Promise<void> {
  let cursor: string | null = null;
  for (let failures = 0; !ending.aborted; ) {
    await untilVisible(ending);
    try {
      const changes: AdminChanges = await readChanges(cursor, ending);
      // The first reply contains only the start cursor.
      const isFirst = cursor === null;
      cursor = changes.cursor;
      failures = 0;
      isConnected.value = true;
      if (!isFirst && (changes.isReset || changes.executions.length > 0)) notifyListeners(changes);
    } catch (error) {
      if (ending.aborted) return;
      const { code } = failureOf(error);
      isConnected.value = code !== 'OFFLINE' && code !== 'UNREADABLE';
      await pause(pausesMs[Math.min(failures++, pausesMs.length - 1)] ?? 0, ending);
    }
  }
}

function notifyListeners(changes: AdminChanges): void {
  for (const listener of listeners) listener(changes);
}

function untilVisible(ending: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => resolve();
    document.addEventListener('visibilitychange', done, { once: true, signal: ending });
    ending.addEventListener('abort', done, { once: true });
  });
}

/** Waits for a time, or until the browser is online again. */
function pause(ms: number, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    addEventListener('online', done, { once: true, signal: ending });
    ending.addEventListener('abort', done, { once: true });
  });
}
