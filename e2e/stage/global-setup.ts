import { ensureCameraPictures } from './camera-pictures.ts';
import { startStage } from './stage.ts';

/** Draws the camera's pictures, starts the servers, and returns a function that stops them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await ensureCameraPictures();
  const { stage, tearDown } = await startStage();
  process.env.JOURNEYS_STAGE = JSON.stringify(stage);
  return tearDown;
}
