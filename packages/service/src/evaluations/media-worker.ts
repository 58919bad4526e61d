import {
  checkAddress,
  checkDocument,
  checkEvidence,
  checkSelfie,
  openFaceEngine,
  openOcrEngine,
} from '@vendor/checks';
import { type MediaEvaluation, type MediaTask, runMediaTask } from './evaluation-task.ts';
import type { MediaEvaluator } from './evaluator.ts';
import { serveDecoder } from './serve-decoder.ts';

// A process is ended, not signalled: nothing ever aborts in it.
const { signal } = new AbortController();

const evaluator: MediaEvaluator = {
  evaluateDocument: (task) => checkDocument(task),
  evaluateSelfie: (task) => checkSelfie(task, openFaceEngine),
  evaluateAddress: (task) => checkAddress(task, openOcrEngine),
  evaluateEvidence: ({ files }) => checkEvidence(files),
};

serveDecoder<MediaTask, MediaEvaluation>((task) => runMediaTask(evaluator, task, signal));
