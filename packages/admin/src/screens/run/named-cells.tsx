import type { AdminAgreement } from '@vendor/contract/admin';
import { Cell } from '../../parts/cell.tsx';
import { wordsOf } from '../../texts/en/statuses.ts';

type Value = AdminAgreement['cells'][number]['value'];

/** Names with their values, which may be masked. */
export function NamedCells({
  cells,
}: {
  cells: readonly { readonly name: string; readonly value: Value }[];
}) {
  return (
    <dl class="named">
      {cells.map(({ name, value }) => (
        <div key={name}>
          <dt title={name}>{wordsOf(name)}</dt>
          <dd>
            <Cell value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
