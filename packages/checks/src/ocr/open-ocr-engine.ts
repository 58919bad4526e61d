import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type RgbaImage, toGray } from '@vendor/vision';
import type { OcrEngine, OcrLanguage, OcrLine, OcrOptions } from './ocr-engine.ts';
import { parseTsv } from './parse-tsv.ts';
import { inputPath, loadTesseract, type TesseractApi, type TesseractCore } from './tesseract-core.ts';

const require = createRequire(import.meta.url);
const unzip = promisify(gunzip);

/** Name of each language's model, and the path of a file in its package. */
const models: Readonly<Record<OcrLanguage, { readonly name: string; readonly inPackage: () => string }>> = {
  en: { name: 'eng', inPackage: () => require.resolve('@tesseract.js-data/eng/package.json') },
  de: { name: 'deu', inPackage: () => require.resolve('@tesseract.js-data/deu/package.json') },
  es: { name: 'spa', inPackage: () => require.resolve('@tesseract.js-data/spa/package.json') },
  fr: { name: 'fra', inPackage: () => require.resolve('@tesseract.js-data/fra/package.json') },
  it: { name: 'ita', inPackage: () => require.resolve('@tesseract.js-data/ita/package.json') },
  pt: { name: 'por', inPackage: () => require.resolve('@tesseract.js-data/por/package.json') },
  hu: { name: 'hun', inPackage: () => require.resolve('@tesseract.js-data/hun/package.json') },
};

/** Tesseract's page segmentation modes. */
const layouts: Readonly<Record<NonNullable<OcrOptions['layout']>, string>> = {
  page: '3',
  block: '6',
  line: '7',
  scattered: '11',
};

/** Selects only the LSTM recognizer, whose integer models are a third of the size and read equally well. */
const neuralOnly = 1;

let opened: Promise<OcrEngine> | undefined;

/**
 * Opens the OCR engine of this thread, loaded on first use: Tesseract on WebAssembly, with the model of a language when that is
 * first read; a quarter of a gigabyte in all. Everything is read from the installed packages, without network access.
 *
 * The engine keeps its memory until its thread ends.
 */
export function openOcrEngine(): Promise<OcrEngine> {
  opened ??= createOcrEngine().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function createOcrEngine(): Promise<OcrEngine> {
  const core = await loadTesseract();
  const api = new core.TessBaseAPI();
  const loaded = new Set<OcrLanguage>();
  let currentLanguage: OcrLanguage | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  async function switchLanguage(language: OcrLanguage): Promise<void> {
    if (currentLanguage === language) return;
    if (!loaded.has(language)) await loadModel(core, language);
    loaded.add(language);
    // After a failed `Init` no language is current, so that the next call initializes again.
    currentLanguage = null;
    if (api.Init(null, models[language].name, neuralOnly) !== 0)
      throw new Error(`The model of "${language}" cannot be used.`);
    currentLanguage = language;
  }

  async function readNow(image: RgbaImage, options: OcrOptions): Promise<OcrLine[]> {
    if (image.width < 3 || image.height < 3) return [];
    await switchLanguage(options.language);
    return recognise(core, api, image, options);
  }

  return {
    read(image, options) {
      const reading = queue.then(() => readNow(image, options));
      queue = reading.catch(() => undefined);
      return reading;
    },
  };
}

function recognise(
  core: TesseractCore,
  api: TesseractApi,
  image: RgbaImage,
  { layout = 'page', characters = '' }: OcrOptions,
): OcrLine[] {
  api.SetVariable('tessedit_pageseg_mode', layouts[layout]);
  api.SetVariable('tessedit_char_whitelist', characters);
  // Sauvola's adaptive threshold, which compares print with its surroundings and so tolerates shadows across a page.
  api.SetVariable('thresholding_method', '2');
  core.FS.writeFile(inputPath, toPgm(image));
  try {
    if (api.SetImageFile(1, 0) !== 0) throw new Error('Tesseract could not load the picture.');
    api.SetSourceResolution(assumedResolution);
    if (api.Recognize(null) !== 0) throw new Error('Tesseract failed.');
    return parseTsv(api.GetTSVText(0));
  } finally {
    // Clears the engine, so that the text of one user does not stay in memory while the next is read.
    api.Clear();
    core.FS.unlink(inputPath);
  }
}

/** Assumed pixels per inch, which only limits the expected size of print. */
const assumedResolution = 200;

async function loadModel(core: TesseractCore, language: OcrLanguage): Promise<void> {
  const { name, inPackage } = models[language];
  const file = join(dirname(inPackage()), '4.0.0_best_int', `${name}.traineddata.gz`);
  core.FS.writeFile(`${name}.traineddata`, await unzip(await readFile(file)));
}

/** Writes a picture as a PGM file, which needs no compression and no decoder. */
function toPgm(image: RgbaImage): Uint8Array {
  const { data, width, height } = toGray(image);
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  return Buffer.concat([header, new Uint8Array(data)]);
}
