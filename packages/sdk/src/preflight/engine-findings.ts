import { trustedScriptUrl } from '../capture/analysis/trusted-script-url.ts';
import { createBlocking, createWarning, type PreflightFinding } from './finding.ts';
import { hasCameraInterface, hostingApp } from './hosting-app.ts';
import type { Scope } from './scope.ts';

/** Lists missing interfaces without which the flow cannot run. */
export function missingInterfaces(scope: Scope): readonly PreflightFinding[] {
  const { fetch, Element, crypto } = scope;
  const needed: Readonly<Record<string, unknown>> = {
    fetch,
    attachShadow: Element?.prototype.attachShadow,
    getRandomValues: crypto?.getRandomValues,
  };
  const missing = Object.keys(needed).filter((name) => typeof needed[name] !== 'function');
  if (lacksCameraInterface(scope)) missing.push('getUserMedia');
  if (missing.length === 0) return [];
  return [
    createBlocking(
      'unsupported-browser',
      `This browser lacks ${missing.join(', ')}.`,
      'Update it, or use another one.',
      'browsers',
    ),
  ];
}

/** Returns whether the browser itself lacks the camera interface, rather than the page or a surrounding app withholding it. */
function lacksCameraInterface({ navigator, isSecureContext }: Scope): boolean {
  return (
    !!navigator &&
    isSecureContext !== false &&
    hostingApp(navigator) === null &&
    !hasCameraInterface(navigator)
  );
}

/** Starts a worker in the same way as the flow, and terminates it. */
export async function workerFindings(
  scope: Scope,
  signal: AbortSignal,
): Promise<readonly PreflightFinding[]> {
  if (await startsWorker(scope, signal)) return [];
  return [
    createWarning(
      'worker-blocked',
      'Workers cannot be started; pictures are analysed on the main thread.',
      "Add blob: to worker-src of the Content-Security-Policy and, with Trusted Types, vendor-orchestration to trusted-types, with 'allow-duplicates' if the page loads the SDK twice.",
      'content-security-policy',
    ),
  ];
}

async function startsWorker({ Worker, Blob, URL }: Scope, signal: AbortSignal): Promise<boolean> {
  if (!Worker || !Blob || !URL) return false;
  const url = URL.createObjectURL(new Blob(['postMessage(0)'], { type: 'text/javascript' }));
  let worker: Worker | undefined;
  try {
    const started = new Worker(trustedScriptUrl(url) as string);
    worker = started;
    return await new Promise<boolean>((resolve) => {
      started.onmessage = () => resolve(true);
      started.onerror = () => resolve(false);
      // A worker that never answers is slow, not forbidden.
      signal.addEventListener('abort', () => resolve(true));
    });
  } catch {
    return false; // a policy forbids it
  } finally {
    worker?.terminate();
    URL.revokeObjectURL(url);
  }
}

/** Stores a value for the tab, and removes it. */
export function storageFindings(scope: Scope): readonly PreflightFinding[] {
  const key = 'vendor-orchestration:preflight';
  try {
    scope.sessionStorage?.setItem(key, '');
    scope.sessionStorage?.removeItem(key);
    if (scope.sessionStorage) return [];
  } catch {
    // Site data is blocked, or the storage is full.
  }
  return [
    createWarning(
      'storage-blocked',
      'The browser blocks storage for the page; after a reload the user chooses the document again.',
      'Allow site data and, if the page is sandboxed, allow-same-origin.',
    ),
  ];
}
