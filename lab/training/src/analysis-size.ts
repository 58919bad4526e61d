/**
 * Prints how many bytes the finder and the quality measures add to a browser's analysis worker, minified and compressed:
 *
 *     node lab/training/run.mjs analysis-size
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';

const PUBLIC = [
  'createDocumentFinder',
  'createDocumentTracker',
  'toGray',
  'measureSharpness',
  'measureGlare',
  'measureExposure',
  'mrzBlurLimitPx',
  'sideLengths',
];

export default async function measure(): Promise<void> {
  const root = resolve(import.meta.dirname, '..');
  const entry = resolve(root, '.cache/analysis-entry.ts');
  mkdirSync(resolve(root, '.cache'), { recursive: true });
  writeFileSync(entry, `export { ${PUBLIC.join(', ')} } from '../../../packages/vision/src/index.ts';\n`);
  const outputs = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      target: 'chrome81',
      lib: { entry, formats: ['iife'], name: 'analysis' },
    },
  })) as Rollup.RollupOutput[];
  const code = outputs[0]!.output[0].code;
  const sizes = [Buffer.byteLength(code), gzipSync(code).length, brotliCompressSync(code).length];
  console.log(`${sizes[0]} bytes minified, ${sizes[1]} gzip, ${sizes[2]} brotli`);
}
