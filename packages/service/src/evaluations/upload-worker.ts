import { runUploadTask, type UploadResult, type UploadTask } from './evaluation-task.ts';
import { localCleaner } from './local-cleaner.ts';
import { serveDecoder } from './serve-decoder.ts';

serveDecoder<UploadTask, UploadResult>((task, onPage) => runUploadTask(localCleaner, task, onPage));
