import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { frame } from '../texts/en/frame.ts';
import { Dialog } from './dialog.tsx';
import { RefusedAct } from './refused-act.tsx';
import { useAct } from './use-act.ts';

/**
 * A dialog with one form for one act: cancel or submit. A refusal is shown above the buttons; if the password was entered too
 * long ago, the dialog asks for it and repeats the act.
 *
 * @param failures - texts for error codes of this act.
 * @param isIncomplete - whether something is missing that the browser does not notice; disables the submit button.
 * @param onSubmit - carries out the act; closes the dialog or shows another.
 */
export function FormDialog(props: {
  title: string;
  submit: string;
  tone?: 'primary' | 'decline';
  isWide?: boolean;
  isIncomplete?: boolean;
  failures?: Readonly<Record<string, string>>;
  onClose: () => void;
  onSubmit: (typed: FormData) => Promise<void>;
  children: ComponentChildren;
}) {
  const { title, submit, tone = 'primary', isWide = false, isIncomplete = false } = props;
  const { failures, onClose, onSubmit, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const { failure, isBusy, act } = useAct();
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement);
    act(() => onSubmit(typed));
  };
  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <form class="stack" ref={form} onSubmit={send}>
        {children}
        <RefusedAct
          failure={failure}
          {...(failures ? { texts: failures } : {})}
          onConfirmed={() => form.current?.requestSubmit()}
        />
        <div class="row end">
          <button type="button" class="button" onClick={onClose}>
            {frame.cancel}
          </button>
          <button type="submit" class={`button ${tone}`} disabled={isIncomplete} aria-disabled={isBusy}>
            {submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
