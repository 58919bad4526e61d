import type { FlowProblem, ResultKind } from '../../../packages/sdk/src/flow/screen.ts';
import type { Scene } from './scene.ts';
import { camera, passport } from './subjects.ts';

const resultOf = (result: ResultKind): Scene => ({ screen: { kind: 'result', result }, progress: 1 });
const problemOf = (problem: FlowProblem): Scene => ({ screen: { kind: 'problem', problem } });

/** Scenes around the steps: the welcome, the results and problems, the questions over a screen. */
export const frameScenes = {
  loading: { screen: { kind: 'loading' } },
  welcome: { screen: { kind: 'welcome', requester: 'Example Hire', resumed: false } },
  'welcome-unnamed': { screen: { kind: 'welcome', requester: '', resumed: false } },
  'hosted-offered': { screen: { kind: 'hosted-page', stage: 'offered' } },
  'hosted-blocked': { screen: { kind: 'hosted-page', stage: 'blocked' } },
  'hosted-failed': { screen: { kind: 'hosted-page', stage: 'failed' } },
  'hosted-opened': { screen: { kind: 'hosted-page', stage: 'opened' } },
  leaving: { screen: { kind: 'leaving' } },
  'welcome-resumed': { screen: { kind: 'welcome', requester: 'Example Hire', resumed: true }, progress: 0.5 },
  'result-success': resultOf('success'),
  'result-pending': resultOf('pending'),
  'result-failed': resultOf('failed'),
  'result-unknown': resultOf('unknown'),
  'problem-expired': problemOf({ kind: 'session-expired', code: 'error_code_3' }),
  'problem-capture': problemOf({ kind: 'capture-unavailable', code: 'error_code_4' }),
  'problem-limit': problemOf({ kind: 'retry-limit', code: 'error_code_5' }),
  'problem-limit-selfie': problemOf({ kind: 'retry-limit', code: 'error_code_6' }),
  'problem-general': problemOf({ kind: 'general', code: 'error_code_1' }),
  'problem-elsewhere': problemOf({ kind: 'taken-over', code: 'unknown' }),
  quit: {
    screen: { kind: 'instruct', ...passport, fileAllowed: true },
    canGoBack: true,
    quitAsked: true,
  },
  'quit-camera': { screen: camera, progress: 0.25, canGoBack: true, quitAsked: true },
  time: {
    screen: { kind: 'instruct', ...passport, fileAllowed: true },
    canGoBack: true,
    warning: { minutesLeft: 2, extendable: true, request: 'none' },
  },
  'time-camera': {
    screen: camera,
    progress: 0.25,
    canGoBack: true,
    warning: { minutesLeft: 1, extendable: true, request: 'offline' },
  },
  'time-refused': {
    screen: { kind: 'upload', progress: { sentBytes: 820_000, totalBytes: 1_930_000 }, offline: false },
    progress: 0.75,
    warning: { minutesLeft: 0, extendable: true, request: 'failed' },
  },
  'time-final': {
    screen: { kind: 'welcome', requester: 'Example Hire', resumed: false },
    warning: { minutesLeft: 2, extendable: false, request: 'none' },
  },
} satisfies Record<string, Scene>;
