import type { AdminExecution, AdminShareLink } from '@vendor/contract/admin';
import { Link2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { renewLink } from '../../api/links.ts';
import { CreatedLink } from '../../parts/created-link.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { LifetimeSelect } from '../../parts/lifetime-select.tsx';
import { useAct } from '../../parts/use-act.ts';
import { frame } from '../../texts/en/frame.ts';
import { links } from '../../texts/en/links.ts';

const { renew: texts } = links;

/** Creates a new link for the user of a run, without revealing who the user is. */
export function NewLink({ run }: { run: AdminExecution }) {
  const [isOpen, setOpen] = useState(false);
  if (run.may.sendLink !== null) return null;
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        <Link2 size={16} aria-hidden="true" /> {texts.open}
      </button>
      {isOpen && <NewLinkDialog id={run.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function NewLinkDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [link, setLink] = useState<AdminShareLink | null>(null);
  const { failure, isBusy, act } = useAct();
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement);
    act(async () => setLink(await renewLink(id, { expiresIn: Number(typed.get('expiresIn')) })));
  };
  if (link)
    return (
      <Dialog key="created" title={links.created.title} onClose={onClose}>
        <CreatedLink link={link} onClose={onClose} />
      </Dialog>
    );
  const { MISSING_REQUIRED_INPUTS } = texts;
  return (
    <Dialog key="form" title={texts.title} onClose={onClose}>
      <form class="stack" onSubmit={send}>
        <p>{texts.text}</p>
        <LifetimeSelect />
        {failure && (
          <FailureNotice failure={failure} texts={{ ...links.failures, MISSING_REQUIRED_INPUTS }} />
        )}
        <div class="row end">
          <button type="button" class="button" onClick={onClose}>
            {frame.cancel}
          </button>
          <button type="submit" class="button primary" aria-disabled={isBusy}>
            {links.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
