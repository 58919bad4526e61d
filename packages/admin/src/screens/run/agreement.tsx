import type { AdminAgreement } from '@vendor/contract/admin';
import { Cell } from '../../parts/cell.tsx';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import { StatusMark } from '../../parts/status-mark.tsx';
import { run } from '../../texts/en/run.ts';
import { wordsOf } from '../../texts/en/statuses.ts';

const { agreement: texts, sources, sections } = run;

/** Facts about the user beside all places that state them. */
export function Agreement({ rows }: { rows: readonly AdminAgreement[] }) {
  if (rows.length === 0) return null;
  const places = [...new Set(rows.flatMap(({ cells }) => cells.map(placeOf)))];
  return (
    <section class="card" aria-labelledby="agreement">
      <h2 id="agreement">{sections.agreement}</h2>
      <ScrollBox label={texts.table}>
        <table class="grid" aria-labelledby="agreement">
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              {places.map((place) => (
                <th scope="col" key={place}>
                  {nameOf(place, places)}
                </th>
              ))}
              <th scope="col">{texts.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.field}>
                <th scope="row">{wordsOf(row.field)}</th>
                {places.map((place) => {
                  const cell = row.cells.find((one) => placeOf(one) === place);
                  return (
                    <td key={place}>{cell ? <Cell value={cell.value} /> : <span class="quiet">–</span>}</td>
                  );
                })}
                <td>
                  {row.outcome && <StatusMark of={row.outcome} isOutcome />}
                  {row.rule && <p class="small quiet">{wordsOf(row.rule)}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function placeOf({ source, nodeId }: AdminAgreement['cells'][number]): string {
  return `${source} ${nodeId ?? ''}`.trim();
}

/** A step is named only where there are several of its kind. */
function nameOf(place: string, places: readonly string[]): string {
  const [source = '', nodeId = ''] = place.split(' ');
  const isAlone = places.filter((other) => other.split(' ')[0] === source).length === 1;
  const name = sources[source] ?? wordsOf(source);
  return isAlone ? name : `${name} (${nodeId})`;
}
