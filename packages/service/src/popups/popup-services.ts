import type { ExecutionServices } from '../executions/execution-services.ts';
import type { PopupStore } from './popup-store.ts';

/** What the use-cases of a window reach the world through. */
export interface PopupServices extends Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'watch'> {
  readonly popups: PopupStore;
}
