import type { ExecutionServices } from '../executions/execution-services.ts';
import type { PopupStore } from './popup-store.ts';

/** Dependencies of the use-cases of a window. */
export interface PopupServices extends Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'watch'> {
  readonly popups: PopupStore;
}
