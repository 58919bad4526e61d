import type { AdminCreatedKey } from '@vendor/contract/admin';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { keys } from '../../texts/en/keys.ts';

/** Shows a new key once. */
export function CreatedKey({ created: { key }, onClose }: { created: AdminCreatedKey; onClose: () => void }) {
  return <ShownOnce texts={keys.created} text={keys.created.text} value={key} onClose={onClose} />;
}
