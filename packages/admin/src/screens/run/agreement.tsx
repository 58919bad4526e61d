import type { AdminAgreement, AdminExecution } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import { StatusMark } from '../../parts/status-mark.tsx';
import { run as runTexts } from '../../texts/en/run.ts';
import { Cell as CellText } from './cell.tsx';
import { FieldCrop, type FieldPlace, placeOfField, usePictures } from './field-crop.tsx';

const { agreement: texts, sources, sections } = runTexts;

/** Larger than other crops, because bars are finer than letters. */
const barcodeHeightPx = 144;

type Cell = AdminAgreement['cells'][number];

/** Facts about the user, each with every source that states it. */
export function Agreement({ run }: { run: Pick<AdminExecution, 'agreement' | 'evidence' | 'isMasked'> }) {
  const rows = run.agreement;
  // A crop of a number would reveal its masked text.
  const placeOf = ({ source, nodeId }: Cell, field: string) =>
    run.isMasked || source !== 'document' ? null : placeOfField(run, nodeId, field);
  const barcodes = new Map(
    rows.flatMap(({ cells }) => cells.map((cell) => [columnOf(cell), placeOf(cell, 'barcode')] as const)),
  );
  const pictures = usePictures([
    ...rows.flatMap(({ field, cells }) => cells.flatMap((cell) => placeOf(cell, field)?.url ?? [])),
    ...[...barcodes.values()].flatMap((place) => place?.url ?? []),
  ]);
  if (rows.length === 0) return null;
  const columns = [...barcodes.keys()];
  return (
    <section class="card" aria-labelledby="agreement">
      <h2 id="agreement">{sections.agreement}</h2>
      <ScrollBox label={texts.table}>
        <table class="grid" aria-labelledby="agreement">
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              {columns.map((column) => (
                <th scope="col" key={column}>
                  {nameOfColumn(column, columns)}
                </th>
              ))}
              <th scope="col">{texts.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.field}>
                <th scope="row">{wordsOfName(row.field)}</th>
                {columns.map((column) => {
                  const cell = row.cells.find((one) => columnOf(one) === column);
                  return (
                    <td key={column}>
                      {cell ? <CellText value={cell.value} /> : <span class="quiet">–</span>}
                      {cell && (
                        <PlacedCrop place={placeOf(cell, row.field)} pictures={pictures} field={row.field} />
                      )}
                    </td>
                  );
                })}
                <td>
                  {row.outcome && <StatusMark of={row.outcome} isOutcome />}
                  {row.rule && <p class="small quiet">{wordsOfName(row.rule)}</p>}
                </td>
              </tr>
            ))}
            {[...barcodes.values()].some(Boolean) && (
              <tr>
                <th scope="row">{wordsOfName('barcode')}</th>
                {columns.map((column) => (
                  <td key={column}>
                    <PlacedCrop place={barcodes.get(column) ?? null} pictures={pictures} field="barcode" />
                  </td>
                ))}
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

/** The crop of a field, once its picture has loaded. */
function PlacedCrop(props: {
  place: FieldPlace | null;
  pictures: ReadonlyMap<string, HTMLImageElement>;
  field: string;
}) {
  const { place, pictures, field } = props;
  const image = place && pictures.get(place.url);
  if (!place || !image) return null;
  return (
    <FieldCrop
      image={image}
      corners={place.corners}
      label={texts.crop(wordsOfName(field))}
      {...(field === 'barcode' && { heightPx: barcodeHeightPx })}
    />
  );
}

function columnOf({ source, nodeId }: Cell): string {
  return `${source} ${nodeId ?? ''}`.trim();
}

/** Names a column by its source, and by its step only if there are several of the same source. */
function nameOfColumn(column: string, columns: readonly string[]): string {
  const [source = '', nodeId = ''] = column.split(' ');
  const isAlone = columns.filter((other) => other.split(' ')[0] === source).length === 1;
  const name = sources[source] ?? wordsOfName(source);
  return isAlone ? name : `${name} (${nodeId})`;
}
