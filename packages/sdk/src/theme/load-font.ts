import { fetchFontSheet } from './fetch-font-sheet.ts';
import { type FontChoice, LOADED_FAMILY } from './font.ts';
import { type FontFaceRule, parseFontFaces } from './font-faces.ts';

/**
 * Brings the theme's font into the page until the signal aborts, under a name of our own. The browser fetches each file when
 * a character of it is shown, and shows the system's font meanwhile; what does not arrive stays in the system's font. Never
 * rejects.
 *
 * @param onFailure - called at most once, when any part of the font does not arrive.
 */
export async function loadFont(font: FontChoice, signal: AbortSignal, onFailure: () => void): Promise<void> {
  if (signal.aborted) return;
  let hasFailed = false;
  const fail = () => {
    if (!hasFailed) onFailure();
    hasFailed = true;
  };
  try {
    const rules = await rulesOf(font, signal);
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

/** The faces at the font's address: those of a style sheet, or the one file that it names. */
async function rulesOf(
  { family, url, weight }: FontChoice,
  signal: AbortSignal,
): Promise<readonly FontFaceRule[]> {
  if (!url) return [];
  // Bold is drawn from it, since one file seldom has all weights and nothing says whether this one does.
  if (!url.startsWith('https://fonts.googleapis.com/')) {
    return [{ family: LOADED_FAMILY, url, descriptors: { weight: `${weight ?? 400}` } }];
  }
  const rules = parseFontFaces(await fetchFontSheet(url, signal));
  const wanted = (family ?? rules[0]?.family ?? '').toLowerCase();
  return rules.filter((rule) => rule.family.toLowerCase() === wanted);
}
