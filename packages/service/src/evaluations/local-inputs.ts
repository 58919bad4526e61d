import {
  type CardTask,
  checkDevice,
  checkEmail,
  checkIp,
  checkNationalId,
  checkPhone,
  judgeCard,
} from '@vendor/checks/inputs';
import { createScreening } from '../watchlists/screen-name.ts';
import type { InputEvaluator } from './evaluator.ts';

const screen = createScreening();

/** Runs checks of texts and numbers in the thread that asks; no decoder of pictures is loaded for them. */
export const localInputs: InputEvaluator = {
  // A card's reading is opaque to the service: it is passed on unchanged.
  judgeCard: async (task) => judgeCard(task as unknown as CardTask),
  evaluateEmail: async (email) => checkEmail(email),
  evaluatePhone: async (phoneNumber) => checkPhone(phoneNumber),
  screenName: async (task) => screen(task),
  evaluateIp: async (task) => checkIp(task),
  evaluateDevice: async (task) => checkDevice(task),
  evaluateNationalId: async (task) => checkNationalId(task),
};
