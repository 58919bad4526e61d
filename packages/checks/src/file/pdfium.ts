import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** PDFium's functions by their own names, and the memory of the instance. */
export type Pdfium = WrappedPdfiumModule;

/** Maximum memory of one instance: a scan of 100 megapixels takes 80 MB, an ordinary letter 40. */
const MEMORY_LIMIT_BYTES = 192 * 1024 * 1024;

/** Size of a WebAssembly memory page. */
const MEMORY_PAGE_BYTES = 65_536;

/** The part of WebAssembly used here, which the types of Node 20 lack. */
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
 * Starts a PDFium instance (WebAssembly) with its own memory. Each file gets a new instance, so that no file can affect the
 * next one. It has no access to network or files, and this build has no script interpreter.
 *
 * Every call throws if the memory limit is reached or the file crashes the library; the instance is unusable afterwards.
 */
export async function startPdfium(): Promise<Pdfium> {
  loaded ??= loadPdfium().catch((error: unknown) => {
    // Lets the next file try again.
    loaded = undefined;
    throw error;
  });
  const start = await loaded;
  collectGarbage();
  return start();
}

/**
 * Loads the library, once for all files.
 *
 * @returns a function that starts an instance.
 */
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
  // Globals defined by the library keep its first instance alive forever, so this starts one that never grows.
  await start();
  return start;
}

/** Refuses to grow memory beyond the limit, upon which the library aborts. */
function limitMemory(memory: Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * MEMORY_PAGE_BYTES > MEMORY_LIMIT_BYTES)
      throw new RangeError('The memory limit is reached.');
    return grow(pages);
  };
}

let collect: (() => void) | undefined;

/** Frees the memory of earlier instances, which the JavaScript engine would otherwise keep for several more files. */
function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

/** Suppresses the library's messages about damaged files, which do not help an operator. */
function ignore(): void {}
