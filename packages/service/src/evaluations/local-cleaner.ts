import { cleanFile, cleanImage, cleanVideo } from '@vendor/checks/clean';
import type { LocalCleaner } from './evaluation-task.ts';

/** Cleans uploads in the process that asks. */
export const localCleaner: LocalCleaner = {
  cleanPicture: (file) => cleanImage(file),
  cleanVideo: async (file) => cleanVideo(file),
  cleanFile: (file, onPage) => cleanFile(file, { onPage }),
};
