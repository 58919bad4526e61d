import { noteCompared, readMoveProgress, restartMoveRecord } from '../db/moving/move-record.ts';
import { countSetAside, rebuildIndexes, setAsideIndexes } from '../db/moving/set-aside-indexes.ts';
import type { SourceData } from '../db/moving/source-data.ts';
import {
  advanceNumbers,
  type ComparedTable,
  compareTable,
  copyTable,
  MovedRowsDifferError,
  refuseOtherColumns,
} from '../db/moving/target-tables.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { MoveError } from './move-error.ts';
import type { MoveMeter } from './move-progress.ts';

/**
 * Copies all rows into the target, except those that an earlier run has copied, and compares all of them.
 *
 * @param stamp - stamp of the data that the earlier run copied. If the data has changed since, all rows are copied again.
 * @throws {MoveError} if rows differ at the end.
 */
export async function fillDatabase(
  { main }: Pick<OpenDatabase, 'main'>,
  source: SourceData,
  stamp: string,
  meter: MoveMeter,
): Promise<ComparedTable[]> {
  const { tables } = source;
  await noteCompared(main, false);
  await refuseOtherColumns(main, tables);
  if (stamp !== source.stamp)
    await restartMoveRecord(
      main,
      tables.map(({ name }) => name),
      source.stamp,
    );
  const total = tables.reduce((sum, table) => sum + source.count(table), 0);
  const progress = await readMoveProgress(main);
  const before = [...progress.values()].reduce((sum, { rows }) => sum + rows, 0);
  meter.begin('copy', total, before);
  const onRows = (rows: number) => meter.count(rows);
  if (before < total) await setAsideIndexes(main);
  for (const table of tables) await copyTable(main, source, table, progress.get(table.name), onRows);
  await advanceNumbers(main, source);
  meter.begin('index', await countSetAside(main));
  await rebuildIndexes(main, () => meter.count(1));
  meter.begin('compare', total);
  try {
    const compared: ComparedTable[] = [];
    for (const table of tables) compared.push(await compareTable(main, source, table, onRows));
    await noteCompared(main, true);
    return compared;
  } catch (error) {
    if (!(error instanceof MovedRowsDifferError)) throw error;
    throw new MoveError(
      `${error.message} The data folder is still in use as before. Empty the target, and run the command again.`,
      { cause: error },
    );
  }
}
