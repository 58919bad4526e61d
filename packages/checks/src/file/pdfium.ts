import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** The functions of PDFium by their own names, and the memory that they work on. */
export type Pdfium = WrappedPdfiumModule;

/** Most memory of one instance: a scan of 100 megapixels takes 80 MB, an ordinary letter 40. */
const MEMORY_LIMIT_BYTES = 192 * 1024 * 1024;

/** A page of WebAssembly's memory. */
const MEMORY_PAGE_BYTES = 65_536;

/** As much of WebAssembly as is used here; the types of Node 20 leave it out. */
interface Engine {
  compile(bytes: Uint8Array): Promise<object>;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { memory: Memory } };
}
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Engine };
const require = createRequire(import.meta.url);

let loaded: Promise<() => Promise<Pdfium>> | undefined;

/**
 * Starts PDFium (WebAssembly) with memory of its own: each file gets a new instance, so that no file can leave anything behind for
 * the next one. It has neither network nor files, and this build has no interpreter for scripts.
 *
 * Any call throws when the memory limit is reached or the file breaks the library; the instance is of no use then.
 */
export async function startPdfium(): Promise<Pdfium> {
  loaded ??= loadPdfium().catch((error: unknown) => {
    // The next file tries again.
    loaded = undefined;
    throw error;
  });
  const start = await loaded;
  collectGarbage();
  return start();
}

/** Loads the library, once for all files. @returns how to start an instance. */
async function loadPdfium(): Promise<() => Promise<Pdfium>> {
  const bytes = await readFile(require.resolve('@embedpdf/pdfium/pdfium.wasm'));
  const module = await WebAssembly.compile(bytes);
  const { init } = await import('@embedpdf/pdfium');
  const start = async () => {
    const pdfium = await init({
      print: ignore,
      printErr: ignore,
      instantiateWasm(imports: object, receive: (instance: object) => void) {
        const instance = new WebAssembly.Instance(module, imports);
        limitMemory(instance.exports.memory);
        receive(instance);
        return instance.exports;
      },
    });
    pdfium.PDFiumExt_Init();
    return pdfium;
  };
  // Global names that the library defines hold its first instance for ever: that one must not have grown with a file.
  await start();
  return start;
}

/** Refuses growth beyond the limit; the library then aborts. */
function limitMemory(memory: Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * MEMORY_PAGE_BYTES > MEMORY_LIMIT_BYTES)
      throw new RangeError('The memory limit is reached.');
    return grow(pages);
  };
}

let collect: (() => void) | undefined;

/** Frees the memory of earlier instances, which the engine otherwise keeps for some files more. */
function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

/** Damaged files make the library write lines that say nothing to an operator. */
function ignore(): void {}
