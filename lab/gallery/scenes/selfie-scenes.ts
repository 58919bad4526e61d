import type { SelfieRetryReason } from '@vendor/contract';
import type { LiveView } from '../../../packages/sdk/src/session/view.ts';
import type { Scene } from './scene.ts';

const poses = ['straight', 'left', 'closer', 'right'] as const;
const selfieAt = (taken: number, live: Partial<LiveView> = {}, offline = false): Scene => ({
  screen: { kind: 'selfie-camera', poses, taken, offline },
  live: { timer: 'on', ...live },
  progress: 0.5 + taken / 8,
  canGoBack: true,
});
const selfieRetryOf = (...reasons: readonly SelfieRetryReason[]): Scene => ({
  screen: { kind: 'selfie-retry', reasons, attemptsLeft: 2 },
  progress: 0.5,
});

/** Scenes of a selfie: each pose, and retries. */
export const selfieScenes = {
  'welcome-selfie': {
    screen: { kind: 'welcome', requester: 'Example Hire', resumed: false, selfie: true },
  },
  'selfie-instruct': { screen: { kind: 'selfie-instruct' }, progress: 0.5 },
  'selfie-starting': { ...selfieAt(0, { timer: 'none' }), picture: null },
  'selfie-straight': selfieAt(0, { held: 0.4, canSwitchCamera: true }),
  'selfie-left': selfieAt(1, { held: 0.7 }),
  'selfie-closer': selfieAt(2, { timer: 'off' }),
  'selfie-right': selfieAt(3, { held: 0.1 }),
  'selfie-guided': selfieAt(1, { poseHint: 'turn-further' }),
  'selfie-no-face': selfieAt(0, { poseHint: 'no-face' }),
  'selfie-held': selfieAt(3, { poseHint: 'hold-still', held: 0.6 }),
  'selfie-taken': selfieAt(1, { taking: true }),
  'selfie-sending': selfieAt(2, { taking: true, sending: true }),
  'selfie-offline': selfieAt(2, { taking: true }, true),
  'selfie-upload': {
    screen: {
      kind: 'selfie-upload',
      progress: { sentBytes: 1_120_000, totalBytes: 1_930_000 },
      offline: false,
    },
    progress: 1,
  },
  'selfie-upload-offline': { screen: { kind: 'selfie-upload', progress: null, offline: true }, progress: 1 },
  'processing-selfie': { screen: { kind: 'processing', of: 'selfie', mayGoOn: false }, progress: 1 },
  'selfie-retry-unreadable': selfieRetryOf('IMAGE_UNREADABLE'),
  'selfie-retry-small': selfieRetryOf('IMAGE_TOO_SMALL'),
  'selfie-retry-blurred': selfieRetryOf('IMAGE_BLURRED'),
  'selfie-retry-dark': selfieRetryOf('IMAGE_TOO_DARK'),
  'selfie-retry-bright': selfieRetryOf('IMAGE_TOO_BRIGHT'),
  'selfie-retry-not-found': selfieRetryOf('FACE_NOT_FOUND'),
  'selfie-retry-many': selfieRetryOf('FACES_MANY'),
  'selfie-retry-far': selfieRetryOf('FACE_TOO_SMALL'),
  'selfie-retry-covered': selfieRetryOf('FACE_COVERED'),
  'selfie-retry-turned': selfieRetryOf('FACE_TURNED_WRONG', 'IMAGE_BLURRED', 'IMAGE_TOO_DARK'),
  'selfie-retry-still': selfieRetryOf('SELFIE_STILL'),
  'selfie-retry-fast': selfieRetryOf('SELFIE_TOO_FAST'),
} satisfies Record<string, Scene>;
