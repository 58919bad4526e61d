import { checkDocument, checkEmail, checkPhone, cleanImage } from '@vendor/checks';
import type { Evaluator, PictureCleaner } from './evaluator.ts';

/** Runs checks and cleans pictures in the thread that asks. */
export const localEvaluator: Evaluator & PictureCleaner = {
  evaluateDocument: (task) => checkDocument(task),
  evaluateEmail: async (email) => checkEmail(email),
  evaluatePhone: async (phoneNumber) => checkPhone(phoneNumber),
  cleanPicture: (file) => cleanImage(file),
};
