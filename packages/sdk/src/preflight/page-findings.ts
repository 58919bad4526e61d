import { createBlocking, createWarning, type PreflightFinding } from './finding.ts';
import { browserToOpen, hasCameraInterface, hostingApp } from './hosting-app.ts';
import type { PageDocument, PageNavigator, Scope } from './scope.ts';

/**
 * Lists what blocks the camera regardless of the user: the page's address, headers and embedding, and the surrounding app.
 * Synchronous, without a request to the device.
 */
export function pageFindings(scope: Scope): readonly PreflightFinding[] {
  return [...settingFindings(scope), ...surroundingFindings(scope)];
}

/** Lists what the owner of the page has configured wrongly. */
function settingFindings(scope: Scope): readonly PreflightFinding[] {
  if (scope.isSecureContext === false) {
    return [
      createBlocking(
        'insecure-context',
        'The page is not in a secure context, so it cannot use the camera.',
        'Serve it, and every page that embeds it, over https; localhost works without.',
        'browsers',
      ),
    ];
  }
  if (allowsCamera(scope.document) !== false) return [];
  const origin = scope.location?.origin;
  return [
    isFramed(scope) && !isForbiddenByTop(scope)
      ? createBlocking(
          'camera-frame',
          'The page is in a frame that cannot use the camera.',
          `Add allow="camera" to the iframe; a Permissions-Policy header of its page must contain camera=(self "${origin}").`,
          'content-security-policy',
        )
      : createBlocking(
          'camera-policy',
          'The Permissions-Policy header of the page forbids the camera.',
          'Send "Permissions-Policy: camera=(self)", or leave camera out of the header.',
          'content-security-policy',
        ),
  ];
}

function surroundingFindings({ navigator }: Scope): readonly PreflightFinding[] {
  const app = navigator ? hostingApp(navigator) : null;
  return navigator && app !== null ? [inApp(app, navigator)] : [];
}

function inApp(app: string, navigator: PageNavigator): PreflightFinding {
  // Without the interface there is no camera; with it, the app decides.
  const create = hasCameraInterface(navigator) ? createWarning : createBlocking;
  return create(
    'in-app-browser',
    `The page is shown inside ${app}, which may block the camera.`,
    `Ask the user to open it in ${browserToOpen(navigator) ?? 'a browser'}; the flow shows how.`,
    'browsers',
  );
}

/** Returns whether the Permissions Policy allows the camera; null if the browser does not report it. */
function allowsCamera(document: PageDocument | undefined): boolean | null {
  const policy = document?.permissionsPolicy ?? document?.featurePolicy;
  return policy ? policy.allowsFeature('camera') : null;
}

function isFramed({ self, top }: Scope): boolean {
  return self !== top;
}

/** Returns whether the top page forbids the camera; false if that is unknown, because it is of another origin. */
function isForbiddenByTop({ top }: Scope): boolean {
  try {
    return allowsCamera((top as Scope).document) === false;
  } catch {
    return false; // the document of another origin is not accessible
  }
}
