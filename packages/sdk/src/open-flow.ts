import type { ParsedConfiguration } from './config/parse-configuration.ts';
import type { Emitter } from './events/emitter.ts';
import type { Clock } from './session/ports.ts';

/** Code that loads after the first screen. */
export type Rest = typeof import('./continue-flow.ts');

/** Options of `openFlow`. */
export interface ShellOptions {
  readonly configuration: ParsedConfiguration;
  /** Member `data` of the answer to `client/init`, not yet checked. */
  readonly init: Promise<unknown>;
  /**
   * Requests a new session, if a flow with a step that this SDK does not know continues on the hosted page; absent on the
   * service's own pages, whose SDK knows every step.
   */
  readonly ask?: () => Promise<unknown>;
  readonly emit: Emitter['emit'];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called when the user has left, or the page has removed the flow from the document. */
  readonly onLeft: () => void;
  /** True on a phone that continues a computer's flow: its user has already agreed, and it offers no further hand-off. */
  readonly isPhone?: boolean;
  readonly loadRest?: () => Promise<Rest>;
}

/** A displayed flow. */
export interface OpenFlow {
  /** Starts following the service. Call it after the page was told that the flow is open. */
  run(): void;
  /** Removes the flow immediately: camera, requests, timers, listeners, nodes. */
  close(): void;
}
