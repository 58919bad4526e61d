import type { AdminPathNode } from '@vendor/contract/admin';
import { run } from '../../texts/en/run.ts';
import { Cell } from './cell.tsx';

const { path: texts, sections } = run;

/** The nodes that the execution passed through, each condition with its values and what would have led the other way. */
export function Path({ nodes }: { nodes: readonly AdminPathNode[] }) {
  if (nodes.length === 0) return null;
  return (
    <section class="card" aria-labelledby="path">
      <h2 id="path">{sections.path}</h2>
      <ol class="path">
        {nodes.map(({ nodeId, sentence, comparisons, otherwise, taken }) => (
          <li key={nodeId}>
            <p>
              {sentence} {taken && <span class="tag">{texts.taken[taken]}</span>}
            </p>
            <p class="small quiet mono">{nodeId}</p>
            {comparisons.length > 0 && (
              <ul class="plain-list small">
                {comparisons.map(({ fact, is, value, sentence, actual }) => (
                  <li key={`${fact} ${is} ${value}`}>
                    {sentence} {texts.was} {actual ? <Cell value={actual} /> : texts.missing}
                  </li>
                ))}
              </ul>
            )}
            {otherwise && <p class="small quiet">{otherwise}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
