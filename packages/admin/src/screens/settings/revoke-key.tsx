import type { AdminKey } from '@vendor/contract/admin';
import { revokeKey } from '../../api/keys.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useAct } from '../../parts/use-act.ts';
import { keys } from '../../texts/en/keys.ts';

const texts = keys.revoke;

/** Explains what stops working, then revokes a key for good. */
export function RevokeKey(props: { entry: AdminKey; onClose: () => void; onRevoked: () => void }) {
  const { entry, onClose, onRevoked } = props;
  const { id, name, mode, purpose, lastUsedAt } = entry;
  const { failure, isBusy, act } = useAct();
  const send = () =>
    act(async () => {
      await revokeKey(id);
      onRevoked();
    });
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p class="break">
        <strong>{name ?? id}</strong>
      </p>
      <p>{purpose === 'webhooks' ? texts.webhooks : texts.executions(mode)}</p>
      {purpose === 'executions' && <p>{texts.runs}</p>}
      <p>
        {lastUsedAt === null ? (
          texts.unused
        ) : (
          <>
            {texts.used}: <Moment at={lastUsedAt} />.
          </>
        )}{' '}
        {texts.forGood}
      </p>
      {failure && <FailureNotice failure={failure} texts={keys.failures} />}
      <div class="row end">
        <button type="button" class="button" onClick={onClose}>
          {texts.cancel}
        </button>
        <button type="button" class="button decline" aria-disabled={isBusy} onClick={send}>
          {texts.submit}
        </button>
      </div>
    </Dialog>
  );
}
