import { appendFile, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** File next to the modules that lists the bundled third-party work and its licenses. */
export const licenseFile = 'third-party-licenses.md';

const modelPackage = '@vladmandic/human';

/**
 * Adds the face detector's weights to the list, because Vite lists only imported modules.
 *
 * @param {string} folder of the modules.
 */
export async function addModelLicense(folder) {
  const home = join(dirname(createRequire(import.meta.url).resolve(modelPackage)), '..');
  const { version, license } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const text = await readFile(join(home, 'LICENSE'), 'utf8');
  const quoted = text.trim().replace(/^/gm, '> ').replace(/ +$/gm, '');
  await appendFile(
    join(folder, licenseFile),
    `\n## ${modelPackage} - ${version} (${license})\n\nThe weights of the face detector, models/blazeface.json, rounded to 8 bits.\n\n${quoted}\n`,
  );
}
