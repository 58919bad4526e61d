import type { ExecutionServices } from '../executions/execution-services.ts';
import type { HandOffStore } from './hand-off-store.ts';

/** What the use-cases of a hand-off reach the world through. */
export interface HandOffServices extends Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'watch'> {
  readonly handOffs: HandOffStore;
}
