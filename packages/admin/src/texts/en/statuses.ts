/** Statuses, outcomes and kinds in words. */
export const statuses: Readonly<Record<string, string>> = {
  PENDING: 'In progress',
  APPROVED: 'Approved',
  REVIEW: 'In review',
  DECLINED: 'Declined',
  EXPIRED: 'Expired',
  ERROR: 'Error',
  RETRY_REQUIRED: 'Retry asked',
  /** Stands for the status of a row that was changed behind the service. */
  BROKEN: 'Altered',
};

export const outcomes: Readonly<Record<string, string>> = {
  PASS: 'Pass',
  REVIEW: 'Unsure',
  FAIL: 'Fail',
  NOT_PERFORMED: 'Not checked',
};

export const checkNames: Readonly<Record<string, string>> = {
  DOCUMENT_CHECK: 'Document',
  SELFIE_CHECK: 'Selfie',
  POA_CHECK: 'Proof of address',
  CREDIT_CARD_CHECK: 'Payment card',
  EVIDENCE_COLLECTION: 'Files',
  FRAUD_API: 'Data check',
};

export const channels: Readonly<Record<string, string>> = { token: 'Web page', link: 'Link' };

export const kinds: Readonly<Record<string, string>> = {
  document: 'Identity document',
  selfie: 'Selfie',
  address: 'Proof of address',
  card: 'Payment card',
  evidence: 'Files',
  aml: 'AML screening',
  email: 'E-mail',
  phone: 'Phone',
  ip: 'IP address',
  device: 'Device',
  'national-id': 'National id',
};

export const slots: Readonly<Record<string, string>> = {
  front: 'Front',
  back: 'Back',
  'selfie-video': 'Video',
  address: 'Letter',
  'card-front': 'Card front',
  'card-back': 'Card back',
};

export const platforms: Readonly<Record<string, string>> = { WEB: 'Desktop', IOS: 'iOS', ANDROID: 'Android' };

/** Members of a check whose name on the page differs from the API's. */
export const memberNames: Readonly<Record<string, string>> = {
  duplicatesFound: 'Same document of another user',
};
