import { readsCanvas } from '../capture/reads-canvas.ts';
import { createBlocking, createWarning, type PreflightFinding } from './finding.ts';
import type { PageDocument, Scope } from './scope.ts';

/** A picture of one pixel that shows nothing. */
const emptyPicture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

/** Shows a picture as the flow shows the user's own before it is sent: from a Blob. */
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

/** Draws a pattern and reads it back, as the flow does with pictures of the camera. */
export async function canvasFindings({ document }: Scope): Promise<readonly PreflightFinding[]> {
  if (!document?.createElement || (await readsCanvas(document as Document))) return [];
  return [
    createBlocking(
      'canvas-noise',
      'The browser or an extension gives noise for what is drawn on a canvas: a protection against fingerprinting.',
      'The user switches it off for this page, or takes another browser, a file or a phone; the flow says so.',
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
      // One that says nothing at all is slow, not forbidden.
      signal.addEventListener('abort', () => resolve(true));
      picture.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Tries a style sheet where the browser cannot adopt one, which no policy forbids: then the flow looks as it should by the nonce
 * alone.
 *
 * @param cspNonce - as given to `start`.
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
      'This browser shows the flow without its looks: the Content-Security-Policy forbids them.',
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
