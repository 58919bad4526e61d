import { checkDocument, checkEmail, checkPhone } from '@vendor/checks';
import type { Evaluator } from './evaluator.ts';

/** Runs checks in the thread that asks. */
export const localEvaluator: Evaluator = {
  evaluateDocument: (task) => checkDocument(task),
  evaluateEmail: async (email) => checkEmail(email),
  evaluatePhone: async (phoneNumber) => checkPhone(phoneNumber),
};
