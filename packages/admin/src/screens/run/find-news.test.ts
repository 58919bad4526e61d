import type { AdminDecision } from '@vendor/contract/admin';
import { expect, it } from 'vitest';
import { exampleRun } from '../../testing/example-run.ts';
import { findNews } from './find-news.ts';

const before = exampleRun();
const decisionBy = (id: string): AdminDecision => ({
  id: '7f9f4be2-6a3b-4c7e-9d61-0a4a2f6d1c57',
  status: 'DECLINED',
  by: { kind: 'person', id, name: null },
  decidedAt: '2026-11-27T10:00:00.000Z',
  hasComment: false,
  comment: null,
});
const decided = (revision: number, ...by: string[]) =>
  exampleRun({ revision, status: 'DECLINED', decisions: by.map(decisionBy) });

it('reports the decision of another person', () => {
  expect(findNews(before, decided(5, 'other'), 'self')).toBe('DECLINED');
});

it("reports nothing after the viewer's own decision", () => {
  expect(findNews(before, decided(5, 'self'), 'self')).toBeNull();
});

it("reports changes beside the viewer's own decision", () => {
  expect(findNews(before, decided(6, 'self'), 'self')).toBe('DECLINED');
  expect(findNews(before, decided(6, 'self', 'other'), 'self')).toBe('DECLINED');
});

it('keeps the reported news while nothing changes', () => {
  expect(findNews(decided(5, 'self'), decided(5, 'self'), 'self')).toBe('same');
});
