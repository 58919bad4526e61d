import { loadPdfLibrary } from '@vendor/checks/clean';
import { runUploadTask, type UploadResult, type UploadTask } from './evaluation-task.ts';
import { localCleaner } from './local-cleaner.ts';
import { serveDecoder } from './serve-decoder.ts';

// Loads the PDF library before the first task. Ignores a failure, because pictures can be cleaned without it.
await loadPdfLibrary().catch(() => {});

serveDecoder<UploadTask, UploadResult>((task, onPage) => runUploadTask(localCleaner, task, onPage));
