import type { DocumentRetryReason } from '@vendor/contract';
import type { CameraProblem } from '../../../packages/sdk/src/flow/screen.ts';
import type { Scene } from './scene.ts';
import { camera, cardBack, cardFront, passport } from './subjects.ts';

const inInstagram: Scene['scope'] = {
  navigator: { userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Instagram 300.0' },
};
const inSamsungInternet: Scene['scope'] = {
  navigator: { userAgent: 'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0 Safari/537.36' },
};
const inChromeOnIos: Scene['scope'] = {
  navigator: { userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 CriOS/131.0 Safari/604.1' },
};

const retryOf = (...reasons: readonly DocumentRetryReason[]): Scene => ({
  screen: { kind: 'retry', document: 'PASSPORT', reasons, attemptsLeft: 2, choosesAnew: false },
  progress: 0.5,
});
const cameraProblemOf = (problem: CameraProblem, fileAllowed: boolean): Scene => ({
  screen: { kind: 'camera-problem', problem, fileAllowed },
  progress: 0.25,
  canGoBack: true,
});

/** Scenes of a document: its choice, the camera and its problems, the upload, and retries. */
export const documentScenes = {
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
  'camera-turn': {
    screen: { kind: 'camera', ...cardBack, fileAllowed: false },
    live: { hint: 'turn-over', canSwitchCamera: true },
    found: true,
    picture: 'card',
    progress: 0.6,
    canGoBack: true,
  },
  'camera-coarse': {
    screen: camera,
    live: { hint: 'by-hand' },
    found: true,
    progress: 0.25,
    canGoBack: true,
  },
  'camera-unwatched': { screen: camera, live: { hint: null }, progress: 0.25, canGoBack: true },
  'camera-denied': cameraProblemOf('denied', true),
  'camera-missing': cameraProblemOf('missing', true),
  'camera-busy': cameraProblemOf('busy', false),
  'camera-black': cameraProblemOf('black', true),
  'camera-unreadable': cameraProblemOf('unreadable', true),
  'camera-forbidden': { ...cameraProblemOf('forbidden', false), scope: { isSecureContext: false } },
  'camera-forbidden-file': { ...cameraProblemOf('forbidden', true), scope: { isSecureContext: false } },
  'camera-unsupported': cameraProblemOf('forbidden', false),
  'camera-in-app': { ...cameraProblemOf('denied', true), scope: inInstagram },
  'camera-in-app-frame': { ...cameraProblemOf('denied', false), scope: { ...inInstagram, self: {} } },
  'camera-in-app-phone': {
    ...cameraProblemOf('denied', true),
    scope: { ...inInstagram, location: new URL('https://verify.example/phone') },
  },
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
  'upload-no-answer': {
    screen: { kind: 'upload', progress: { sentBytes: 820_000, totalBytes: 1_930_000 }, offline: 'service' },
    progress: 0.75,
  },
  'upload-offline-preparing': {
    screen: { kind: 'upload', progress: null, offline: true },
    progress: 0.75,
  },
  processing: { screen: { kind: 'processing', of: 'document', mayGoOn: false }, progress: 1 },
  'processing-data': { screen: { kind: 'processing', of: 'data', mayGoOn: false }, progress: 1 },
  'retry-unreadable': retryOf('IMAGE_UNREADABLE'),
  'retry-small': retryOf('IMAGE_TOO_SMALL'),
  'retry-blurred': retryOf('IMAGE_BLURRED'),
  'retry-dark': retryOf('IMAGE_TOO_DARK'),
  'retry-bright': retryOf('IMAGE_TOO_BRIGHT'),
  'retry-glare': retryOf('IMAGE_GLARE', 'DOCUMENT_TOO_FAR', 'MRZ_UNREADABLE'),
  'retry-not-found': retryOf('DOCUMENT_NOT_FOUND'),
  'retry-cut-off': retryOf('DOCUMENT_CUT_OFF'),
  'retry-lines': retryOf('MRZ_UNREADABLE'),
  'retry-side': retryOf('WRONG_SIDE'),
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
} satisfies Record<string, Scene>;
