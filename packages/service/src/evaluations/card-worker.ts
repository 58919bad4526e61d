import { openOcrEngine, readCard } from '@vendor/checks';
import type { CardCapture } from './card-reader.ts';
import type { CardUpload } from './card-upload.ts';
import { serveDecoder } from './serve-decoder.ts';

// Entry of the processes that read payment cards.
serveDecoder<CardUpload, CardCapture>(async ({ file, side }) => readCard(file, side, await openOcrEngine()));
