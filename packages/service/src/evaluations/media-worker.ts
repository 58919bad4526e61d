import { mediaChecks } from '@vendor/checks';
import { type MediaEvaluation, type MediaTask, runCheck } from './evaluation-task.ts';
import { serveDecoder } from './serve-decoder.ts';

// Entry of the processes that judge captured media.
serveDecoder<MediaTask, MediaEvaluation>((task) => runCheck(mediaChecks, task));
