import type { DocumentType } from '@vendor/contract';
import type { MrzFormat } from '@vendor/vision';

/** Properties of a document type. */
interface DocumentKind {
  /** Format of its page. A driving licence is a card of the same size as one with a three-line MRZ (ISO/IEC 7810: ID-1). */
  readonly format: MrzFormat;
  /** Whether one of its sides must have an MRZ. Most driving licences have none. */
  readonly hasMrz: boolean;
  /** Whether it may have a barcode with the same data, as North American licences and state cards do. */
  readonly mayHaveBarcode: boolean;
}

export const documentKinds: Readonly<Record<DocumentType, DocumentKind>> = {
  PASSPORT: { format: 'TD3', hasMrz: true, mayHaveBarcode: false },
  NATIONAL_ID: { format: 'TD1', hasMrz: true, mayHaveBarcode: true },
  RESIDENT_PERMIT: { format: 'TD1', hasMrz: true, mayHaveBarcode: false },
  DRIVERS_LICENSE: { format: 'TD1', hasMrz: false, mayHaveBarcode: true },
};

/**
 * Determines the type of a document from its MRZ; null if the MRZ does not determine it. A passport is a TD3 with a document
 * code that begins with P (ICAO Doc 9303-4, 4.2.2). For cards, the issuing state chooses the second letter; in use are `ID` for
 * identity cards and R for residence permits (`AR`, `IR`).
 */
export function resolveDocumentType(format: MrzFormat, documentCode: string): DocumentType | null {
  if (format === 'TD3') return documentCode.startsWith('P') ? 'PASSPORT' : null;
  if (documentCode === 'ID') return 'NATIONAL_ID';
  return /^[ACI]R$/.test(documentCode) ? 'RESIDENT_PERMIT' : null;
}

/** Returns whether a document with this MRZ can be of the type that the user chose. */
export function isOfType(chosen: DocumentType, format: MrzFormat, documentCode: string): boolean {
  if (documentCode.startsWith('V')) return false;
  const type = resolveDocumentType(format, documentCode);
  if (type !== null) return type === chosen;
  return format !== 'TD3' && chosen !== 'PASSPORT';
}
