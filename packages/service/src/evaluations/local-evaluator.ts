import {
  type CardTask,
  checkAddress,
  checkDevice,
  checkDocument,
  checkEmail,
  checkEvidence,
  checkIp,
  checkNationalId,
  checkPhone,
  checkSelfie,
  cleanFile,
  cleanImage,
  cleanVideo,
  judgeCard,
  openFaceEngine,
  openOcrEngine,
} from '@vendor/checks';
import { createScreening } from '../watchlists/screen-name.ts';
import type { Evaluator, PictureCleaner } from './evaluator.ts';

const screen = createScreening();

/** Runs checks and cleans pictures in the thread that asks. */
export const localEvaluator: Evaluator & PictureCleaner = {
  evaluateDocument: (task) => checkDocument(task),
  evaluateSelfie: (task) => checkSelfie(task, openFaceEngine),
  evaluateAddress: (task) => checkAddress(task, openOcrEngine),
  evaluateEvidence: ({ files }) => checkEvidence(files),
  // What was read of a card is opaque to the service: it goes as it came.
  judgeCard: async (task) => judgeCard(task as unknown as CardTask),
  evaluateEmail: async (email) => checkEmail(email),
  evaluatePhone: async (phoneNumber) => checkPhone(phoneNumber),
  screenName: async (task) => screen(task),
  evaluateIp: async (task) => checkIp(task),
  evaluateDevice: async (task) => checkDevice(task),
  evaluateNationalId: async (task) => checkNationalId(task),
  cleanPicture: (file) => cleanImage(file),
  cleanVideo: async (file) => cleanVideo(file),
  cleanFile: (file) => cleanFile(file),
};
