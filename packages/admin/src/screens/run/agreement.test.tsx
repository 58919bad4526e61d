// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/preact';
import type { AdminExecution } from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Agreement } from './agreement.tsx';
import { placeOfField } from './field-crop.tsx';

const corners: [number, number][] = [
  [0.1, 0.2],
  [0.4, 0.2],
  [0.4, 0.3],
  [0.1, 0.3],
];
const capture = (id: string, url: string | null, what: string) => ({
  id,
  slot: 'front' as const,
  kind: 'image' as const,
  contentType: 'image/webp',
  sizeBytes: 1,
  url,
  receivedAt: '2026-11-27T09:00:00Z',
  pose: null,
  places: [{ what, corners }],
});
const step = (captures: ReturnType<typeof capture>[]): AdminExecution['evidence'] => [
  {
    nodeId: 'document',
    kind: 'document',
    attempts: [{ attempt: 1, isJudged: true, submittedAt: null, documentType: 'PASSPORT', captures }],
  },
];
const agreement: AdminExecution['agreement'] = [
  {
    field: 'documentNumber',
    cells: [
      { source: 'sent', nodeId: null, value: { text: 'L898902C3', isMasked: false } },
      { source: 'document', nodeId: 'document', value: { text: 'L898902C3', isMasked: false } },
    ],
    rule: null,
    outcome: null,
  },
];

const fetched: string[] = [];
beforeEach(() => {
  fetched.length = 0;
  class FakeImage {
    onload = () => {};
    set src(url: string) {
      fetched.push(url);
    }
  }
  vi.stubGlobal('Image', FakeImage);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('agreement of fields', () => {
  it('fetches a picture once for all of its crops, and not while data is masked', () => {
    const evidence = step([capture('a', '/media/a', 'documentNumber')]);
    const two = [...agreement, { ...agreement[0]!, field: 'name' as const }];
    const { rerender } = render(<Agreement run={{ agreement: two, evidence, isMasked: true }} />);
    expect(screen.getByRole('table')).toBeDefined();
    expect(fetched).toEqual([]);
    rerender(<Agreement run={{ agreement: two, evidence, isMasked: false }} />);
    expect(fetched).toEqual(['/media/a']);
  });

  it('shows the barcode of a document below its fields, unless data is masked', async () => {
    class LoadedImage {
      onload = () => {};
      naturalWidth = 100;
      naturalHeight = 100;
      set src(_url: string) {
        queueMicrotask(() => this.onload());
      }
    }
    vi.stubGlobal('Image', LoadedImage);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const evidence = step([capture('a', '/media/a', 'barcode')]);
    const { rerender } = render(<Agreement run={{ agreement, evidence, isMasked: true }} />);
    expect(screen.queryByRole('rowheader', { name: 'Barcode' })).toBeNull();
    rerender(<Agreement run={{ agreement, evidence, isMasked: false }} />);
    expect(screen.getByRole('rowheader', { name: 'Barcode' })).toBeDefined();
    expect(await screen.findByRole('img', { name: 'Barcode in the picture' })).toBeDefined();
  });

  it('finds the picture of a field by its step, if the person may see it', () => {
    const evidence = step([capture('a', '/media/a', 'name'), capture('b', '/media/b', 'documentNumber')]);
    expect(placeOfField({ evidence }, 'document', 'documentNumber')).toEqual({ url: '/media/b', corners });
    expect(placeOfField({ evidence }, 'other', 'documentNumber')).toBeNull();
    const hidden = step([capture('b', null, 'documentNumber')]);
    expect(placeOfField({ evidence: hidden }, 'document', 'documentNumber')).toBeNull();
  });
});
