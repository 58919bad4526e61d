import { computed } from '@preact/signals';
import type { Interruption } from '../ui/deferred-parts.ts';
import { createTimeKeeper, type TimeKeeperOptions } from './keep-time.ts';
import { TimeDialog } from './time-dialog.tsx';

/** Creates the warning before the time limit: its model and its dialog. */
export function openTimeLimit(options: TimeKeeperOptions): Interruption {
  const keeper = createTimeKeeper(options);
  const { warning } = keeper;
  return {
    isOpen: computed(() => warning.value !== null),
    Dialog: ({ behind }) =>
      warning.value && <TimeDialog behind={behind} warning={warning.value} keeper={keeper} />,
    dismiss: () => keeper.dismiss(),
  };
}
