import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import startStage from '../stage/global-setup.ts';
import { packSdk } from './integrator-project.ts';

/** Sets up the stage of the journeys and packs the SDK once. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const tearDown = await startStage();
  const folder = await mkdtemp(join(tmpdir(), 'delivery-'));
  const undo = async () => {
    await rm(folder, { recursive: true, force: true });
    await tearDown();
  };
  try {
    process.env.DELIVERY_FOLDER = folder;
    process.env.DELIVERY_TARBALL = await packSdk(folder);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
}
