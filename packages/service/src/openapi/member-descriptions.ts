/**
 * Descriptions of each member of the backend's schemas, by component and member. A document needs at run time what the contract
 * says in comments; a test holds the two together.
 */
export const memberDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Inputs: {
    user_id: 'Your own id of the end user. Always required.',
    email: 'E-mail address. Required when the workflow checks it.',
    phone_number:
      'With "+" and the country code, at most 19 characters. Required when the workflow checks it.',
    ip: "The end user's IPv4 or IPv6 address; taken from their browser when it is not sent.",
    user_fullname:
      'Whole name. Required for AML screening unless a document is to say it, and for a document check that compares it.',
    user_firstname: 'Given name. Required for NIN and BVN checks.',
    user_middlename: 'Middle name.',
    user_lastname: 'Family name. Required for NIN and BVN checks.',
    user_dob: 'Birth date, YYYY-MM-DD. Required for NIN, BVN, CURP and SSN checks.',
    reference_image:
      'Address of a picture to match the face with: https, at a public address, without a redirect. Required when the workflow takes it from here.',
    nin: 'National identification number (Nigeria): 11 digits.',
    bvn: 'Bank verification number (Nigeria): 11 digits.',
    cpf: 'Taxpayer number (Brazil): ###.###.###-##.',
    curp: 'Population registry code (Mexico): 18 letters and digits.',
    ssn: 'Social security number (United States): ###-##-####.',
    aadhaar: 'Aadhaar number (India): 12 digits.',
    session: 'Device fingerprint; collected by the browser SDK.',
    device_id: "Id of a third party's device fingerprint.",
    user_pob: 'Place of birth.',
    user_photoid_number: 'Number of a photo ID.',
    user_country: 'Country, ISO 3166-1 alpha-2; Kosovo is XK.',
    user_city: 'City.',
    user_region: 'Region, two letters or digits (ISO 3166-2).',
    user_zip: 'Postal code.',
    user_street: 'Address, first line.',
    user_street2: 'Address, second line.',
    user_address: 'Whole address. Required when the workflow takes it from here.',
    user_gender: 'Gender, as you keep it.',
    user_created: 'When the user registered with you: a UNIX timestamp in seconds.',
    transaction_id: 'Your own id of the transaction.',
    transaction_type: 'What kind of transaction it is.',
    transaction_amount: 'Amount, as a decimal number.',
    transaction_currency: 'Currency, ISO 4217.',
    custom_fields: 'Further facts: at most 100 texts, numbers, booleans or nulls by name.',
  },
  StartRequest: {
    workflowId: 'Of an active workflow of the account.',
    inputs: 'What is known of the end user and the transaction.',
  },
  StartResponse: {
    executionId: 'Names the execution in reads and webhooks; grants nothing by itself.',
    token: 'Opaque; for the browser SDK only, not to be parsed or kept.',
    expiresAt: 'Until when the flow can be begun.',
    requiresClientInit: 'False: no interactive step, the execution runs to completion by itself.',
  },
  LinkRequest: {
    expiresIn: 'Lifetime of the link, in seconds.',
    completedUrl:
      'Address that the user is sent to once a finished result is reached: http, https, or an app whose scheme the account allows.',
    incompleteUrl:
      'Address that the user is sent to when the journey ends without one: an error, expiry, or quitting. As for `completedUrl`.',
  },
  LinkResponse: {
    executionId: 'Names the execution in reads and webhooks; grants nothing by itself.',
    redirectUrl:
      'The hosted page, to be sent to the end user; a secret, as whoever has it can go through the flow.',
  },
  Execution: {
    id: 'The `executionId` of the start.',
    status: 'PENDING until the flow has finished or its time is over.',
    workflow: 'The workflow, with the name that the Admin Panel shows.',
    createdAt: 'When it was started.',
    dataPurgedAt: 'When personal data was removed; null before.',
    loip: 'Present only when the workflow is configured for it.',
    checks:
      'Ordered by `startedAt`; null while PENDING, and while what they found cannot be opened: ask again later.',
  },
  MediaOnlyExecution: {
    checks: 'Ordered by `startedAt`; null while PENDING, empty after a purge.',
  },
  Loip: {
    result: 'The highest level whose conditions were met.',
    evaluatedAt: 'When the level was determined.',
    unmetConditions: 'Present only when the result is NONE.',
  },
  Check: {
    checkType: 'What was checked.',
    status: 'How the check came out.',
    sessionId: 'Of the identity verification; null for FRAUD_API.',
    transactionId: 'Of the fraud check; null for identity checks.',
    startedAt: 'When the flow came to it.',
    finishedAt: 'When its status was settled.',
    platform:
      'The device that took the captures or, of a check without any, that the user is at; null where none has come. Safari on an iPad calls itself a Mac: it is WEB unless its user asks for mobile pages.',
    duplicatesFound: 'Whether an earlier session matched this user; null where that was not looked at.',
    statusDetail:
      'Codes that say why the status is what it is, such as `RETRY_LIMIT_EXCEEDED`; null when there is nothing to say.',
    referenceId: 'The `transaction_id` sent at the start.',
    email: 'The address that an e-mail check looked at.',
    phoneNumber: 'The number that a phone check looked at.',
    userId: 'The `user_id` sent at the start.',
    documentCheckResult: 'Outcomes of a document check, member by member.',
    documentCheckExtractedData: 'What was read from the document.',
    selfieVerificationResult:
      'Outcomes of a selfie check: liveness, which is REVIEW at best, and face match.',
    proofOfAddressCheckResult: 'Outcomes of a proof of address.',
    proofOfAddressExtractedData: 'What was read from a proof of address.',
    creditCardVerificationResult: 'Outcomes of a card verification.',
    evidenceCollectionCheckResult: 'Outcomes of an evidence collection.',
    capturedMedia: 'Time-limited links to what was captured.',
  },
  DocumentCheckResult: {
    overallResult: 'What the members that the workflow requires say together.',
    imageQualityCheckResult: 'Sharp, lit and large enough to be judged.',
    documentValidityCheckResult: 'Not expired.',
    formatCheckResult: 'The zones have the layout of their document type.',
    matchCheckResult: 'The zones (visual, machine readable, barcode) agree with each other.',
    logicCheckResult: 'The dates are possible and in order.',
    barcodeAnomalyCheckResult: "The barcode is of the document's kind and whole.",
    dataIntegrityCheckResult:
      'What protects the data against slips holds: check digits of ICAO 9303, or error correction and lengths of a barcode.',
    nameMatchCheckResult: 'The name is the one the caller sent.',
    dateOfBirthCheckResult: 'The birth date is the one the caller sent.',
    ageVerificationCheckResult: 'The holder is as old as the workflow demands.',
    screenCheckResult: 'The picture does not show a screen. Not evaluated: always NOT_PERFORMED.',
    photocopyCheckResult:
      'The picture does not show a copy: REVIEW when its front has no colour, never PASS.',
    photoForgeryCheckResult: 'The portrait was not replaced. Not evaluated: always NOT_PERFORMED.',
    securityFeaturesCheckResult:
      'What protects the document against forgery is there. Not evaluated: always NOT_PERFORMED.',
  },
  DocumentExtractedData: {
    fullName: 'Given names, then surname, in the letters of the document.',
    birthDate: '`YYYY-MM-DD`.',
    age: 'Whole years on the day of the check.',
    gender: 'As the document says.',
    documentType: 'What the document is by its own code; where that leaves it open, what the user chose.',
    documentNumber: 'Letters and digits without filler.',
    documentIssueDate: '`YYYY-MM-DD`.',
    documentExpirationDate: '`YYYY-MM-DD`: the last day on which the document is valid.',
    country:
      "ISO 3166-1 alpha-2 of the issuing state (Kosovo: XK); null for issuers that have none, such as ICAO's UTO.",
    personalIdNumber: 'A number of the holder, not of the document.',
    address: "The holder's address in one line.",
    postalCode: 'Postal code of that address.',
    state: 'State or region of that address.',
  },
  CapturedMedia: {
    documentFront: 'Front of the document, or its photo page.',
    documentBack: 'Back of the document.',
    selfieImage: 'Portrait of the user.',
    selfieVideo: 'Video of the liveness check.',
    proofOfAddress: 'Proof of address.',
    creditCard:
      'Front of the payment card, its number painted over but for the first six and last four digits.',
    evidence: 'Files of an evidence collection.',
  },
  MediaLink: {
    url: 'Signed: whoever has it can fetch the bytes, and no others, until it expires.',
    contentType: 'Media type of the bytes, such as `image/jpeg`.',
    expiresAt: 'The link is good until then (15 minutes from when it was made).',
  },
  DecisionRequest: {
    status: 'What the execution is to be; it may be what it is already.',
    comment: 'At most 250 Unicode code points.',
  },
  WebhookEnvelope: {
    event: 'What happened.',
    timestamp: 'When the event was emitted.',
    data: 'The execution, as a read gives it.',
  },
  Problem: {
    type: 'A URN that names the code.',
    title: 'What the code means, for people.',
    status: 'The HTTP status.',
    detail: 'What happened this time, for people. Never quotes what was sent.',
    code: 'What happened, for programs. Codes are stable.',
    requestId: 'Names the request, as the header X-Request-Id does; support can find it by this.',
    errors: 'Every fault of the request, and where it is.',
  },
  ProblemFault: {
    pointer: 'A member of the body, as a JSON pointer (RFC 6901); empty: the body as a whole.',
    header: 'The name of a header, in lower case.',
    parameter: 'The name of a parameter of the path or the query.',
    code: 'What is wrong there, for programs.',
    detail: 'What is wrong there, for people.',
  },
  WebhookEndpoint: {
    id: 'Names the endpoint.',
    url: 'Where events are posted to; values of its query are left out, for they may be secrets.',
    events: 'The events that it subscribes to.',
    createdAt: 'When it was added.',
    state: 'How it does.',
    failingSince: 'Since when every attempt has failed; null: none does.',
    disabledAt: 'Since when it gets nothing; null: it is not disabled.',
    disabledReason:
      'GONE: it answered 410. FAILING: attempts failed throughout five days. BY_HAND: somebody disabled it.',
    held: 'How many events wait for it to be resumed, or for their turn since it was, of executions that keys of this mode have started; counted up to 10000, which means so many or more.',
    undelivered:
      'How many events were given up, of executions that keys of this mode have started; counted up to 10000 likewise.',
  },
  WebhookChangeRequest: {
    url: 'Where events are posted to from now on: https, at a public address.',
    events: 'The events that it subscribes to from now on, in place of those it had.',
  },
  WebhookEndpoints: {
    endpoints: 'The oldest first.',
  },
  WebhookDelivery: {
    id: 'Names the delivery.',
    webhookId: 'What travels as webhook-id: the event, the same in every attempt and at every endpoint.',
    event: 'What happened.',
    sequence: 'The place of the event among those of its execution, from 1.',
    executionId: 'The execution that it is about.',
    endpointId: 'Where it goes.',
    state: 'How it stands.',
    attempts: 'How many attempts of the schedule at hand were made.',
    lastStatus: 'HTTP status of the last answer, be it one that did not end; null: there was none.',
    lastError: 'Why the last attempt failed; null: it did not, or there was none.',
    emittedAt: 'When the event was emitted.',
    nextAttemptAt: 'When the next attempt is due; null: none is.',
    deliveredAt: 'When it arrived; null: it did not, or is on its way again.',
    firstDeliveredAt:
      'When it first arrived, however often it was sent again since; null: it never did. It is sent again for 30 days from then.',
    undeliveredAt: 'When it was given up; null: it was not.',
  },
  WebhookDeliveries: {
    deliveries:
      'The newest first; of one kind of event there can be fewer than asked for although there are more.',
    nextCursor: 'Asks for the page after this one, as cursor; null: this is the last.',
  },
  WebhookRequestHead: {
    url: 'Where it went, its query as "?…". The endpoint may have been moved since.',
    headers: 'As they were sent, the signatures cut.',
    bodyBytes: 'How long the body was.',
  },
  WebhookResponseHead: {
    headers: 'Those that are about the receiver alone.',
    bodyBytes: 'How much of the body was read.',
  },
  WebhookAttempt: {
    number: 'Its place in the retry schedule, from 1.',
    startedAt: 'When it began.',
    durationMs: 'How long it took, to the last byte of the answer.',
    status: 'HTTP status of the answer; null: there was none.',
    error: 'Why it failed; null: it did not.',
    request: 'What was sent.',
    response: 'What came back; null: nothing.',
  },
  WebhookDeliveryLog: {
    delivery: 'The delivery.',
    log: 'The oldest attempt first.',
  },
  WebhookTestRequest: {
    event: 'What is said to have happened; that an execution has finished by default.',
  },
  WebhookTestOutcome: {
    webhookId: 'What travelled as webhook-id; it begins with test_.',
    delivered: 'Whether it was answered 2xx.',
    durationMs: 'How long it took, to the last byte of the answer.',
    status: 'HTTP status of the answer; null: there was none.',
    error: 'Why it failed; null: it did not.',
    request: 'What was sent.',
    response: 'What came back; null: nothing.',
  },
};
