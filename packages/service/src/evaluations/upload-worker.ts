import { loadPdfLibrary } from '@vendor/checks/clean';
import { runUploadTask, type UploadResult, type UploadTask } from './evaluation-task.ts';
import { localCleaner } from './local-cleaner.ts';
import { serveDecoder } from './serve-decoder.ts';

// A process starts before it is needed: nobody waits for what it loads.
await loadPdfLibrary();

serveDecoder<UploadTask, UploadResult>((task, onPage) => runUploadTask(localCleaner, task, onPage));
