import type { AdminCreatedKey, AdminRotatedKey } from '@vendor/contract/admin';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { keys } from '../../texts/en/keys.ts';

const texts = keys.created;

/** Shows a new key once, when it ends, and what happened to earlier replacements of the same key. */
export function CreatedKey(props: { created: AdminCreatedKey | AdminRotatedKey; onClose: () => void }) {
  const { created, onClose } = props;
  const { expiresAt } = created.entry;
  const { revokedIds, workingIds } = 'revokedIds' in created ? created : { revokedIds: [], workingIds: [] };
  return (
    <ShownOnce texts={texts} text={texts.text} value={created.key} onClose={onClose}>
      <p>
        {expiresAt === null ? (
          texts.noEnd
        ) : (
          <>
            {texts.ends} <Moment at={expiresAt} />.
          </>
        )}
      </p>
      {revokedIds.length > 0 && <p class="break">{texts.revoked(revokedIds)}</p>}
      {workingIds.length > 0 && <Notice tone="caution">{texts.working(workingIds)}</Notice>}
    </ShownOnce>
  );
}
