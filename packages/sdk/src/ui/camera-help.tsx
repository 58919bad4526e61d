import type { FunctionComponent } from 'preact';
import type { CameraProblem } from '../flow/screen.ts';
import type { Translate } from '../i18n/translate.ts';
import { describePreflightFinding } from '../preflight/finding.ts';
import { browserToOpen } from '../preflight/hosting-app.ts';
import { pageFindings } from '../preflight/page-findings.ts';
import type { PageNavigator, Scope } from '../preflight/scope.ts';
import { detectBrowser } from './browser.ts';
import { CopyLink } from './parts/copy-link.tsx';

/** Help for a user whose camera could not be opened. */
export interface CameraHelp {
  /** Actual problem, given what is known of the page. */
  readonly problem: CameraProblem;
  /** Steps for the user, in order; empty if the user cannot fix the problem. */
  readonly steps: (t: Translate) => readonly string[];
  /** Button that copies the address of the page, if it can be opened in another browser; otherwise null. */
  readonly CopyLink: FunctionComponent | null;
}

/** Surroundings in which the flow runs. */
export interface HelpSurroundings {
  readonly scope: Scope & { readonly navigator: PageNavigator };
  /** Address of the service. */
  readonly baseAddress: string;
  /** Configuration that the flow was started with; on the hosted page, its token is the secret of the link. */
  readonly configuration: { readonly token: string };
}

/** Finds the help for a camera problem, and logs faults of the page to the console for its owner. */
export async function cameraHelp(
  refusal: CameraProblem,
  surroundings: HelpSurroundings,
): Promise<CameraHelp> {
  const { scope } = surroundings;
  const findings = pageFindings(scope);
  const faults = findings.filter(({ code }) => code !== 'in-app-browser');
  for (const fault of faults) console.error(describePreflightFinding(fault));
  const problem = findProblem(refusal, faults.length > 0, findings.length > 0);
  const address = problem === 'in-app' ? addressToOpen(surroundings) : null;
  const isPhone = isAt('phone', surroundings);
  const permission = problem === 'denied' ? await readPermission(scope.navigator) : null;
  return {
    problem,
    steps: (t) =>
      problem === 'denied'
        ? stepsToAllow(scope.navigator, permission, t)
        : listSteps(problem, scope.navigator, isPhone ? 'phone' : address === null ? 'menu' : 'link', t),
    CopyLink:
      address === null
        ? null
        : () => <CopyLink address={address} clipboard={scope.navigator.clipboard} kind="primary" />,
  };
}

function findProblem(refusal: CameraProblem, isAtFault: boolean, isInApp: boolean): CameraProblem {
  if (isAtFault) return 'forbidden';
  if (isInApp) return 'in-app';
  return refusal === 'forbidden' ? 'unsupported' : refusal;
}

/** Reads the permission after the refusal; null if the browser does not report it. */
async function readPermission({ permissions }: PageNavigator): Promise<PermissionState | null> {
  try {
    return (await permissions?.query?.({ name: 'camera' as PermissionName }))?.state ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns the steps that lead to the camera setting. After a prompt that was closed without an answer, there is no setting yet,
 * and the browser asks again; a page that is allowed is blocked by the settings of the device. On a Mac, Chrome links to those
 * itself, from the icon beside the address (Chromium, `ContentSettingMediaStreamBubbleModel`).
 */
function stepsToAllow(
  navigator: PageNavigator,
  permission: PermissionState | null,
  t: Translate,
): readonly string[] {
  const browser = detectBrowser(navigator);
  // Firefox reports a temporary block as `prompt`, and does not ask until it is removed; WebKit may do the same.
  const asksAgain = permission === 'prompt' && !/^firefox|safari|ios/.test(browser);
  if (asksAgain) return [t('camera.asking')];
  const linksToSettings = browser === 'chrome-desktop' && /Macintosh/.test(navigator.userAgent);
  const place = permission === 'granted' && !linksToSettings ? 'other-ios' : browser;
  return [t(`allow.${place}.1`), t(`allow.${place}.2`), t('allow.then')];
}

function listSteps(
  problem: CameraProblem,
  navigator: PageNavigator,
  way: 'phone' | 'link' | 'menu',
  t: Translate,
): readonly string[] {
  if (problem !== 'in-app') return [];
  // The code that led here has been claimed by this app, so another browser needs a new one.
  if (way === 'phone') return [t('allow.phone.1'), t('allow.phone.2')];
  if (way === 'menu') return [t('allow.in-app.1'), t('allow.in-app.2')];
  const browser = browserToOpen(navigator);
  return [t('allow.link.1'), browser ? t('allow.link.2', { browser }) : t('allow.link.other')];
}

/**
 * Returns the address to open in another browser, or null. A frame does not work without its page, and the address of other
 * pages of the service lacks what they need. The secret of a link is given to no one but its user, and works wherever it is
 * opened.
 */
function addressToOpen(surroundings: HelpSurroundings): string | null {
  const { scope, baseAddress, configuration } = surroundings;
  const href = getHref(scope);
  if (scope.self !== scope.top || !/^https?:/.test(href)) return null;
  if (isAt('flow', surroundings)) return `${href}#${configuration.token}`;
  return href.startsWith(`${baseAddress}/`) ? null : href;
}

/** Returns whether this is that page of the service, whose script has removed everything else from the address. */
function isAt(page: 'flow' | 'phone', { scope, baseAddress }: HelpSurroundings): boolean {
  return getHref(scope) === `${baseAddress}/${page}`;
}

const getHref = ({ location }: Scope) => location?.href ?? '';
