import {
  type DocumentPage,
  encodeJpeg,
  renderIdentityCardBack,
  renderIdentityCardFront,
  renderLicenceBack,
  renderLicenceFront,
  renderScene,
  specimenLicence,
  utopianCard,
} from '@vendor/specimens';
import { expect, it } from 'vitest';
import { checkDocument } from '../src/document/check-document.ts';
import type { DocumentTask } from '../src/document/document-task.ts';

// Cards whose sides are submitted in the wrong order, or one side twice.

const now = Date.parse('2031-03-01T10:00:00Z');
const identity = utopianCard(new Date(now));
const licence = specimenLicence(new Date(now));

async function photograph(page: DocumentPage, seed: number): Promise<Uint8Array> {
  const size = { width: 1600, height: 900 };
  const { picture } = await renderScene({
    page,
    size,
    table: 'walnut',
    pose: { pxPerMm: 13.5 - seed, tiltDeg: 4 * seed },
    seed,
  });
  return encodeJpeg(picture);
}

async function check(documentType: DocumentTask['documentType'], front: DocumentPage, back: DocumentPage) {
  const evaluation = await checkDocument({
    documentType,
    front: await photograph(front, 1),
    back: await photograph(back, 2),
    expected: { fullName: null, dateOfBirth: null },
    minimumAge: null,
    now,
    acceptsSpecimens: true,
  });
  return evaluation.kind === 'retry' ? evaluation.reasons : evaluation.kind;
}

it.each<[string, DocumentTask['documentType'], () => Promise<DocumentPage>, () => Promise<DocumentPage>]>([
  [
    'an identity card',
    'NATIONAL_ID',
    () => renderIdentityCardFront(identity),
    () => renderIdentityCardBack(identity),
  ],
  [
    'a driving licence',
    'DRIVERS_LICENSE',
    () => renderLicenceFront(licence),
    () => renderLicenceBack(licence),
  ],
])(
  'detects sides of %s in the wrong order, or one of them submitted twice',
  async (_, documentType, drawFront, drawBack) => {
    const [front, back] = [await drawFront(), await drawBack()];
    expect(await check(documentType, front, back)).toBe('evaluated');
    expect(await check(documentType, back, front)).toEqual(['WRONG_SIDE']);
    expect(await check(documentType, back, back)).toEqual(['WRONG_SIDE']);
    expect(await check(documentType, front, front)).toEqual(['WRONG_SIDE']);
  },
);
