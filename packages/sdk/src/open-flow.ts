import type { ParsedConfiguration } from './config/parse-configuration.ts';
import type { Emitter } from './events/emitter.ts';
import type { Clock } from './session/ports.ts';

/** All that comes after the first screen. */
export type Rest = typeof import('./continue-flow.ts');

/** Options with which a flow is opened. */
export interface ShellOptions {
  readonly configuration: ParsedConfiguration;
  /** `data` of the answer to `client/init`, not yet checked. */
  readonly init: Promise<unknown>;
  /** Asks for a session once more; absent in a page of the service, which can show every flow. */
  readonly ask?: () => Promise<unknown>;
  readonly emit: Emitter['emit'];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The user has left, or the page has taken the flow out of its document. */
  readonly onLeft: () => void;
  /** True on a phone that continues a computer's flow: its user has agreed, and it cannot be handed on. */
  readonly isPhone?: boolean;
  readonly loadRest?: () => Promise<Rest>;
}

/** A flow on the screen. */
export interface OpenFlow {
  /** Begins to follow the service. Call it once the page knows that the flow is open. */
  run(): void;
  /** Takes the flow away at once: camera, requests, timers, listeners, nodes. */
  close(): void;
}
