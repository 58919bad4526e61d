// Our document finder compared with OpenCV.js on the same drawn frames in one run: share of correct documents, share of wrong
// answers, share of empty scenes with a document found, CPU per frame, and the bytes that a page would load. The frames are the
// 500 documents and 500 empty scenes of docs/document-finder.md with odd seeds; neither finder was tuned on them.
//
// A document is correct if its quad covers the same area as the true one (intersection over union ≥ 0.9). OpenCV.js reports no
// confidence, so all its answers count. Ours count from a confidence of 0.5.
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
// Imports only these two files: with all drawing code in the process, the search takes 50 % longer than in any page.
import { renderDocumentFrame } from '../lab/specimens/dist/frames/document-frame.js';
import { quadOverlap } from '../lab/specimens/dist/frames/quad-overlap.js';
import { CORNER_NET, createDocumentFinder } from '../packages/vision/dist/index.js';
import { minCpu, quantile } from './min-cpu.mjs';
import { createOpencvScanner, loadOpencv, opencvFile } from './opencv-scanner.mjs';
import { report } from './report.mjs';

const size = { widthPx: 320, heightPx: 180 };
const count = 500;
const minOverlap = 0.9;
const minConfidence = 0.5;

const framesOf = (subject) =>
  Array.from({ length: count }, (_, index) => renderDocumentFrame(2 * index + 1, { subject, ...size }));
const documents = framesOf('document');
const darkOnDark = documents.filter(({ traits }) => traits.darkOnDark);
const empty = framesOf('nothing');

const chunks = new URL('../packages/sdk/dist/script/v1/chunks/', import.meta.url);
const ourFiles = readdirSync(chunks).filter((name) => /^(_?analysis-worker|corner-net)-.*\.js$/.test(name));
// Fails if the files were renamed, because missing files would count as fewer bytes.
if (ourFiles.length !== 2) throw new Error(`The worker and its net are not there: ${ourFiles.join(', ')}`);
const bytesOf = (file) => brotliCompressSync(readFileSync(file)).length;
const ourBytes = ourFiles.reduce((sum, name) => sum + bytesOf(new URL(name, chunks)), 0);
const theirBytes = bytesOf(opencvFile);

const before = process.cpuUsage();
const { cv } = await loadOpencv();
const { user, system } = process.cpuUsage(before);
const finder = createDocumentFinder(size, CORNER_NET);
const grey = createOpencvScanner(cv, size, false);
const colours = createOpencvScanner(cv, size, true);

function findTrusted(picture) {
  const found = finder.find(picture);
  return found && found.confidence >= minConfidence ? found.quad : null;
}

const scanners = [
  { name: 'ours', find: findTrusted, bytes: ourBytes },
  { name: 'OpenCV.js, grey', find: grey, bytes: theirBytes },
  { name: 'OpenCV.js, each colour', find: colours, bytes: theirBytes },
];

const percent = (part, of) => +((100 * part) / of).toFixed(1);
const isRight = (found, quad) => found !== null && quadOverlap(found, quad) >= minOverlap;
const countRight = (find, frames) =>
  frames.filter(({ picture, quad }) => isRight(find(picture), quad)).length;
const countSeen = (find, frames) => frames.filter(({ picture }) => find(picture) !== null).length;

const runs = 3;
const costsOf = (find, frames) =>
  minCpu(
    frames.map(
      ({ picture }) =>
        () =>
          find(picture),
    ),
    runs,
  );
const rows = scanners.map(({ name, find, bytes }) => {
  const answered = countSeen(find, documents);
  const correct = countRight(find, documents);
  const costs = costsOf(find, documents);
  const emptyCosts = costsOf(find, empty);
  return {
    finder: name,
    'right, %': percent(correct, documents.length),
    'right, dark on dark, %': percent(countRight(find, darkOnDark), darkOnDark.length),
    'wrong, %': percent(answered - correct, documents.length),
    'seen on empty scenes, %': percent(countSeen(find, empty), empty.length),
    'CPU, median, ms': +quantile(costs, 0.5).toFixed(1),
    'CPU, p95, ms': +quantile(costs, 0.95).toFixed(1),
    'CPU, most, ms': +quantile(costs, 1).toFixed(1),
    'empty, CPU, median, ms': +quantile(emptyCosts, 0.5).toFixed(1),
    'empty, CPU, p95, ms': +quantile(emptyCosts, 0.95).toFixed(1),
    'brotli, bytes': bytes,
  };
});
const tracks = minCpu(
  documents.slice(0, 100).map(
    ({ picture, quad }) =>
      () =>
        finder.track(picture, { quad, confidence: 1 }),
  ),
  20,
);

// Goal of the comparison: better quality than OpenCV.js in every respect, with fewer bytes.
const [ours, ...theirs] = rows;
const more = ['right, %', 'right, dark on dark, %'];
const less = ['wrong, %', 'seen on empty scenes, %', 'brotli, bytes'];
const holds = theirs.every(
  (other) => more.every((name) => ours[name] > other[name]) && less.every((name) => ours[name] < other[name]),
);
report({
  title: 'Document finder beside OpenCV.js',
  measured:
    `Quality, CPU and bytes on the same ${documents.length} painted documents (${darkOnDark.length} dark on dark) and ` +
    `${empty.length} empty scenes of ${size.widthPx} × ${size.heightPx} pixels.`,
  tables: [{ rows }],
  notes: [
    `CPU: least of ${runs} runs for each frame.`,
    `Ours, a frame that is followed: median ${quantile(tracks, 0.5).toFixed(2)} ms, p95 ${quantile(tracks, 0.95).toFixed(2)} ms of CPU. OpenCV.js has no tracking.`,
    `OpenCV.js takes ${((user + system) / 1000).toFixed(0)} ms of CPU until it can be called.`,
    'Our bytes are those of the whole analysis worker, with tracker, sharpness, glare, light and hints, and of the corner net.',
  ],
  goals: [{ text: 'better than OpenCV.js in every quality, for fewer bytes', isMet: holds }],
});
if (!holds) process.exitCode = 1;
