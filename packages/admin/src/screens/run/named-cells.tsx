import type { AdminAgreement } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { Cell } from './cell.tsx';

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
          <dt title={name}>{wordsOfName(name)}</dt>
          <dd>
            <Cell value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
