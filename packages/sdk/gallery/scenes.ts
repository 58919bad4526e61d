import type { RetryReason } from '@vendor/contract';
import type { CameraProblem, FlowProblem, ResultKind, Screen } from '../src/flow/screen.ts';
import type { PageNavigator, Scope } from '../src/preflight/scope.ts';
import type { LiveView } from '../src/session/view.ts';

/** One state of the flow to be looked at. */
export interface Scene {
  readonly screen: Screen;
  readonly live?: Partial<LiveView>;
  readonly progress?: number;
  readonly canGoBack?: boolean;
  readonly quitAsked?: boolean;
  /** The outline of the document is found. */
  readonly found?: boolean;
  /** What the live picture shows; null while the camera has not started. */
  readonly picture?: 'passport' | 'card' | null;
  /** What differs in the page and the browser. */
  readonly scope?: Partial<Scope> & { readonly navigator?: PageNavigator };
}

const inInstagram: Scene['scope'] = {
  navigator: { userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Instagram 300.0' },
};
const inSamsungInternet: Scene['scope'] = {
  navigator: { userAgent: 'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0 Safari/537.36' },
};
const inChromeOnIos: Scene['scope'] = {
  navigator: { userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 CriOS/131.0 Safari/604.1' },
};

const passport = { document: 'PASSPORT', side: 'front', sides: 1 } as const;
const cardFront = { document: 'NATIONAL_ID', side: 'front', sides: 2 } as const;
const cardBack = { document: 'NATIONAL_ID', side: 'back', sides: 2 } as const;
const camera: Screen = { kind: 'camera', ...passport, fileAllowed: true };

const retryOf = (...reasons: readonly RetryReason[]): Scene => ({
  screen: { kind: 'retry', document: 'PASSPORT', reasons, attemptsLeft: 2, choosesAnew: false },
  progress: 0.5,
});
const cameraProblemOf = (problem: CameraProblem, fileAllowed: boolean): Scene => ({
  screen: { kind: 'camera-problem', problem, fileAllowed },
  progress: 0.25,
  canGoBack: true,
});
const resultOf = (result: ResultKind): Scene => ({ screen: { kind: 'result', result }, progress: 1 });
const problemOf = (problem: FlowProblem): Scene => ({ screen: { kind: 'problem', problem } });

/** Every screen, in every state that looks different. */
export const scenes = {
  loading: { screen: { kind: 'loading' } },
  welcome: { screen: { kind: 'welcome', requester: 'Example Hire', resumed: false } },
  'welcome-unnamed': { screen: { kind: 'welcome', requester: '', resumed: false } },
  'welcome-resumed': { screen: { kind: 'welcome', requester: 'Example Hire', resumed: true }, progress: 0.5 },
  choice: {
    screen: {
      kind: 'document-choice',
      documents: ['PASSPORT', 'NATIONAL_ID', 'DRIVERS_LICENSE', 'RESIDENT_PERMIT'],
    },
    canGoBack: true,
  },
  instruct: { screen: { kind: 'instruct', ...passport, fileAllowed: true }, canGoBack: true },
  'instruct-front': { screen: { kind: 'instruct', ...cardFront, fileAllowed: false }, canGoBack: true },
  'instruct-back': {
    screen: { kind: 'instruct', ...cardBack, fileAllowed: true },
    progress: 0.5,
    canGoBack: true,
  },
  'camera-starting': { screen: camera, picture: null, progress: 0.25, canGoBack: true },
  camera: { screen: camera, live: { hint: 'looking' }, progress: 0.25, canGoBack: true },
  'camera-hint': {
    screen: camera,
    found: true,
    live: { hint: 'glare', canSwitchCamera: true, torch: 'on' },
    progress: 0.25,
    canGoBack: true,
  },
  'camera-hold': {
    screen: camera,
    found: true,
    live: { hint: 'hold-still', held: 0.6, canSwitchCamera: true, torch: 'off' },
    progress: 0.25,
    canGoBack: true,
  },
  'camera-card': {
    screen: { kind: 'camera', ...cardBack, fileAllowed: false },
    live: { hint: 'closer', canSwitchCamera: true },
    picture: 'card',
    progress: 0.6,
    canGoBack: true,
  },
  'camera-unwatched': { screen: camera, live: { hint: null }, progress: 0.25, canGoBack: true },
  'camera-denied': cameraProblemOf('denied', true),
  'camera-missing': cameraProblemOf('missing', true),
  'camera-busy': cameraProblemOf('busy', false),
  'camera-forbidden': { ...cameraProblemOf('forbidden', false), scope: { isSecureContext: false } },
  'camera-forbidden-file': { ...cameraProblemOf('forbidden', true), scope: { isSecureContext: false } },
  'camera-unsupported': cameraProblemOf('forbidden', false),
  'camera-in-app': { ...cameraProblemOf('denied', true), scope: inInstagram },
  'camera-in-app-frame': { ...cameraProblemOf('denied', false), scope: { ...inInstagram, self: {} } },
  'camera-denied-samsung': { ...cameraProblemOf('denied', false), scope: inSamsungInternet },
  'camera-denied-ios': { ...cameraProblemOf('denied', true), scope: inChromeOnIos },
  'camera-unloaded': cameraProblemOf('unloaded', true),
  review: { screen: { kind: 'review', ...passport, imageUrl: '' }, progress: 0.5, canGoBack: true },
  upload: {
    screen: { kind: 'upload', progress: { sentBytes: 820_000, totalBytes: 1_930_000 }, offline: false },
    progress: 0.75,
  },
  'upload-preparing': { screen: { kind: 'upload', progress: null, offline: false }, progress: 0.75 },
  'upload-offline': {
    screen: { kind: 'upload', progress: { sentBytes: 820_000, totalBytes: 1_930_000 }, offline: true },
    progress: 0.75,
  },
  'upload-offline-preparing': {
    screen: { kind: 'upload', progress: null, offline: true },
    progress: 0.75,
  },
  processing: { screen: { kind: 'processing', pictures: true }, progress: 1 },
  'processing-data': { screen: { kind: 'processing', pictures: false }, progress: 1 },
  'retry-unreadable': retryOf('IMAGE_UNREADABLE'),
  'retry-small': retryOf('IMAGE_TOO_SMALL'),
  'retry-blurred': retryOf('IMAGE_BLURRED'),
  'retry-dark': retryOf('IMAGE_TOO_DARK'),
  'retry-bright': retryOf('IMAGE_TOO_BRIGHT'),
  'retry-glare': retryOf('IMAGE_GLARE', 'DOCUMENT_TOO_FAR', 'MRZ_UNREADABLE'),
  'retry-not-found': retryOf('DOCUMENT_NOT_FOUND'),
  'retry-cut-off': retryOf('DOCUMENT_CUT_OFF'),
  'retry-lines': retryOf('MRZ_UNREADABLE'),
  'retry-last': {
    screen: {
      kind: 'retry',
      document: 'NATIONAL_ID',
      reasons: ['WRONG_DOCUMENT_TYPE'],
      attemptsLeft: 1,
      choosesAnew: true,
    },
    progress: 0.5,
    canGoBack: true,
  },
  'result-success': resultOf('success'),
  'result-pending': resultOf('pending'),
  'result-failed': resultOf('failed'),
  'result-unknown': resultOf('unknown'),
  'problem-expired': problemOf({ kind: 'session-expired', code: 'error_code_3' }),
  'problem-capture': problemOf({ kind: 'capture-unavailable', code: 'error_code_4' }),
  'problem-limit': problemOf({ kind: 'retry-limit', code: 'error_code_5' }),
  'problem-general': problemOf({ kind: 'general', code: 'error_code_1' }),
  'problem-elsewhere': problemOf({ kind: 'taken-over', code: 'unknown' }),
  quit: {
    screen: { kind: 'instruct', ...passport, fileAllowed: true },
    canGoBack: true,
    quitAsked: true,
  },
  'quit-camera': { screen: camera, progress: 0.25, canGoBack: true, quitAsked: true },
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;
