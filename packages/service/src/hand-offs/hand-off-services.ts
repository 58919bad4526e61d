import type { ExecutionServices } from '../executions/execution-services.ts';
import type { HandOffStore } from './hand-off-store.ts';

/** Dependencies of the use-cases of a hand-off. */
export interface HandOffServices extends Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'watch'> {
  readonly handOffs: HandOffStore;
}
