import { fetchFontSheet } from './fetch-font-sheet.ts';
import { type FontChoice, LOADED_FAMILY } from './font.ts';
import { type FontFaceRule, parseFontFaces } from './font-faces.ts';

/**
 * Adds the theme's font to the page until the signal aborts, under a reserved name. The browser fetches each file when one of
 * its characters is shown; until then, or if the file cannot be loaded, it shows the system's font. Never rejects.
 *
 * @param onFailure - called at most once, if any part of the font cannot be loaded.
 */
export async function loadFont(font: FontChoice, signal: AbortSignal, onFailure: () => void): Promise<void> {
  if (signal.aborted) return;
  let hasFailed = false;
  const fail = () => {
    if (!hasFailed) onFailure();
    hasFailed = true;
  };
  try {
    const rules = await loadRules(font, signal);
    if (signal.aborted) return;
    if (rules.length === 0) throw new Error('no face of that family');
    const faces = rules.map(
      ({ url, descriptors }) =>
        new FontFace(LOADED_FAMILY, `url("${url}")`, { ...descriptors, display: 'swap' }),
    );
    for (const face of faces) {
      face.loaded.catch(fail);
      document.fonts.add(face);
    }
    signal.addEventListener('abort', () => {
      for (const face of faces) document.fonts.delete(face);
    });
  } catch {
    fail();
  }
}

/** Returns the faces at the font's address: those of a style sheet, or a single one for a file. */
async function loadRules(
  { family, url, weight }: FontChoice,
  signal: AbortSignal,
): Promise<readonly FontFaceRule[]> {
  if (!url) return [];
  // Bold is synthesized from it, since a file seldom has all weights and its weights are not known.
  if (!url.startsWith('https://fonts.googleapis.com/')) {
    return [{ family: LOADED_FAMILY, url, descriptors: { weight: `${weight ?? 400}` } }];
  }
  const rules = parseFontFaces(await fetchFontSheet(url, signal));
  const wanted = (family ?? rules[0]?.family ?? '').toLowerCase();
  return rules.filter((rule) => rule.family.toLowerCase() === wanted);
}
