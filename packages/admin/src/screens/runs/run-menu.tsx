import type { AdminExecutionRow } from '@vendor/contract/admin';
import { Copy, Ellipsis, Send } from 'lucide-preact';
import { useMenu } from '../../parts/use-menu.ts';
import { runs } from '../../texts/en/runs.ts';

const { menu: texts } = runs;

/**
 * Menu of actions on a run, in its row. The right arrow key leads to it from the link of the row, so that each row is one tab
 * stop.
 */
export function RunMenu(props: { row: AdminExecutionRow; isBusy: boolean; onResend: (id: string) => void }) {
  const { row, isBusy, onResend } = props;
  const { ref, isOpen, toggle, close } = useMenu();
  const isGoing = row.finishedAt === null;
  const isOff = isGoing || isBusy;
  const leave = (act: () => void) => () => {
    ref.current?.querySelector('button')?.focus();
    close();
    act();
  };
  return (
    <div class="menu" ref={ref}>
      <button
        type="button"
        class="button plain icon"
        tabIndex={-1}
        aria-label={texts.open(row.id)}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
      {isOpen && (
        <div class="popover end">
          <button
            type="button"
            class="item"
            aria-disabled={isOff}
            onClick={isOff ? undefined : leave(() => onResend(row.id))}
          >
            <Send size={15} aria-hidden="true" /> {texts.resend}
          </button>
          {isGoing && <p class="small quiet">{texts.going}</p>}
          <button
            type="button"
            class="item"
            onClick={leave(() => void navigator.clipboard?.writeText(row.id))}
          >
            <Copy size={15} aria-hidden="true" /> {texts.copyId}
          </button>
        </div>
      )}
    </div>
  );
}
