import type { CollectReason, CollectTask } from '../../../packages/sdk/src/flow/collecting.ts';
import type { Scene } from './scene.ts';

const letter: CollectTask = {
  of: 'address',
  accepts: ['UTILITY_BILL', 'BANK_STATEMENT', 'TAX_DOCUMENT', 'GOVERNMENT_LETTER', 'RENTAL_AGREEMENT'],
  maxAgeDays: 90,
};
const bankCard = (side: 'front' | 'back'): CollectTask => ({ of: 'card', side, sides: 2 });
const payslips: CollectTask = {
  of: 'evidence',
  texts: {
    en: {
      title: 'Proof of income',
      instructions: 'Show your last three payslips.\nName, employer and net pay must be readable.',
    },
  },
  minFiles: 2,
  maxFiles: 5,
  accepts: ['image', 'pdf'],
};
const ways = { cameraAllowed: true, fileAllowed: true, fileTypes: 'image/*,application/pdf' };
const file = { name: 'Electricity bill October.pdf', sizeBytes: 348_000 };
const collectRetryOf = (task: CollectTask, ...reasons: readonly CollectReason[]): Scene => ({
  screen: { kind: 'collect-retry', slot: 'address', task, ...ways, reasons, attemptsLeft: 2, refusals: 0 },
  progress: 0.5,
});

/** Letters, payment cards and files. */
export const collectScenes = {
  'welcome-files': { screen: { kind: 'welcome', requester: 'Example Hire', resumed: false, files: true } },
  'address-instruct': { screen: { kind: 'collect-instruct', slot: 'address', task: letter, ...ways } },
  'address-review': {
    screen: { kind: 'collect-review', slot: 'address', task: letter, imageUrl: '', ...file },
  },
  'address-upload': {
    screen: {
      kind: 'collect-upload',
      slot: 'address',
      task: letter,
      ...file,
      progress: { sentBytes: 120_000, totalBytes: 348_000 },
      offline: false,
    },
    progress: 0.75,
  },
  'address-retry-old': collectRetryOf(letter, 'DOCUMENT_TOO_OLD', 'IMAGE_BLURRED'),
  'address-retry-name': collectRetryOf(letter, 'NAME_NOT_FOUND'),
  'address-retry-protected': collectRetryOf(letter, 'FILE_PROTECTED'),
  'address-retry-heic': collectRetryOf(letter, 'FILE_HEIC'),
  'document-retry-small': {
    screen: {
      kind: 'collect-retry',
      slot: 'front',
      task: { of: 'document' },
      ...ways,
      reasons: ['FILE_TOO_SMALL'],
      attemptsLeft: Number.POSITIVE_INFINITY,
      refusals: 1,
    },
    progress: 0.5,
    canGoBack: true,
  },
  'document-retry-blocked': {
    screen: {
      kind: 'collect-retry',
      slot: 'front',
      task: { of: 'document' },
      ...ways,
      reasons: ['FILE_BLOCKED'],
      attemptsLeft: Number.POSITIVE_INFINITY,
      refusals: 1,
    },
    progress: 0.5,
    canGoBack: true,
  },
  'address-retry-blocked': collectRetryOf(letter, 'FILE_BLOCKED'),
  'card-instruct': {
    screen: { kind: 'collect-instruct', slot: 'card-front', task: bankCard('front'), ...ways },
  },
  'card-instruct-back': {
    screen: { kind: 'collect-instruct', slot: 'card-back', task: bankCard('back'), ...ways },
    progress: 0.5,
  },
  'card-retry-number': collectRetryOf(bankCard('front'), 'CARD_NUMBER_NOT_FOUND'),
  'evidence-instruct': { screen: { kind: 'collect-instruct', slot: 'evidence-1', task: payslips, ...ways } },
  'evidence-list': {
    screen: {
      kind: 'collect-list',
      slot: 'evidence-1',
      task: payslips,
      files: [
        { slot: 'evidence-1', ...file },
        { slot: 'evidence-2', name: '', sizeBytes: 2_300_000 },
      ],
      isEnough: true,
      mayAdd: true,
    },
    progress: 0.8,
  },
  'processing-files': { screen: { kind: 'processing', of: 'files', mayGoOn: false }, progress: 1 },
} satisfies Record<string, Scene>;
