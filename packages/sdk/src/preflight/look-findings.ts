import { readsCanvas } from '../capture/reads-canvas.ts';
import { createBlocking, createWarning, type PreflightFinding } from './finding.ts';
import type { PageDocument, Scope } from './scope.ts';

/** An empty picture of one pixel. */
const emptyPicture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

/** Shows a picture from a Blob, as the flow does before it sends the user's own. */
export async function pictureFindings(
  scope: Scope,
  signal: AbortSignal,
): Promise<readonly PreflightFinding[]> {
  if (await showsPicture(scope, signal)) return [];
  return [
    createWarning(
      'pictures-blocked',
      'Users cannot see the pictures that they are about to send.',
      'Add blob: to img-src of the Content-Security-Policy.',
      'content-security-policy',
    ),
  ];
}

/** Draws a pattern and reads it back, as the flow does with camera pictures. */
export async function canvasFindings({ document }: Scope): Promise<readonly PreflightFinding[]> {
  if (!document?.createElement || (await readsCanvas(document as Document))) return [];
  return [
    createBlocking(
      'canvas-noise',
      'The browser or an extension adds noise to canvas data, as protection against fingerprinting.',
      'Ask the user to turn it off for this page or to use another browser, a file or a phone; the flow says so.',
    ),
  ];
}

async function showsPicture({ Image, Blob, URL }: Scope, signal: AbortSignal): Promise<boolean> {
  if (!Image || !Blob || !URL) return true;
  const url = URL.createObjectURL(new Blob([emptyPicture], { type: 'image/svg+xml' }));
  const picture = new Image();
  try {
    return await new Promise<boolean>((resolve) => {
      picture.onload = () => resolve(true);
      picture.onerror = () => resolve(false);
      // A picture that never loads is slow, not forbidden.
      signal.addEventListener('abort', () => resolve(true));
      picture.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Tries a style element if the browser cannot adopt a style sheet: such a browser only shows the flow correctly if the policy
 * allows styles or the nonce is passed. No policy forbids adopted style sheets.
 *
 * @param cspNonce - as passed to `start`.
 */
export async function styleFindings(
  { document, CSSStyleSheet }: Scope,
  cspNonce: unknown,
): Promise<readonly PreflightFinding[]> {
  const isAdopted =
    !!document && 'adoptedStyleSheets' in document && 'replaceSync' in (CSSStyleSheet?.prototype ?? {});
  if (!document || isAdopted || takesStyle(document, cspNonce)) return [];
  return [
    createBlocking(
      'styles-blocked',
      'This browser shows the flow without styles: the Content-Security-Policy forbids them.',
      'Add the nonce of the page to style-src, and pass it as cspNonce.',
      'content-security-policy',
    ),
  ];
}

function takesStyle(document: PageDocument, cspNonce: unknown): boolean {
  const style = document.createElement?.('style');
  if (!style || !document.head) return true;
  if (typeof cspNonce === 'string') style.setAttribute('nonce', cspNonce);
  style.textContent = 'a{}';
  document.head.appendChild(style);
  const isTaken = style.sheet !== null;
  style.remove();
  return isTaken;
}
