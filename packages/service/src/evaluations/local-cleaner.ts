import { cleanFile, cleanImage, cleanVideo } from '@vendor/checks/clean';
import type { LocalCleaner } from './evaluation-task.ts';

/** Cleans uploads in the current process. */
export const localCleaner: LocalCleaner = {
  cleanPicture: (file) => cleanImage(file),
  cleanVideo: async (file) => cleanVideo(file),
  cleanFile: (file, onPage) => cleanFile(file, { onPage }),
};
