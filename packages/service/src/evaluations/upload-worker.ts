import { loadPdfLibrary } from '@vendor/checks/clean';
import { runUploadTask, type UploadResult, type UploadTask } from './evaluation-task.ts';
import { localCleaner } from './local-cleaner.ts';
import { serveDecoder } from './serve-decoder.ts';

// A process starts before it is needed: nobody waits for what it loads. Without the library pictures can be cleaned all the same.
await loadPdfLibrary().catch(() => {});

serveDecoder<UploadTask, UploadResult>((task, onPage) => runUploadTask(localCleaner, task, onPage));
