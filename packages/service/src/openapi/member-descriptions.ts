/**
 * Descriptions of each member of the backend's schemas, by component and member. A document needs at run time what the contract
 * says in comments; a test holds the two together.
 */
export const memberDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Inputs: {
    user_id: 'Your own id of the end user. Always required.',
    email: 'E-mail address. Required if the workflow checks it.',
    phone_number:
      'Phone number with "+" and the country code, at most 19 characters. Required if the workflow checks it.',
    ip: "The end user's IPv4 or IPv6 address. If it is missing, the address of their browser is used.",
    user_fullname:
      'Full name. Required for AML screening unless a document provides it, and for a document check that compares it.',
    user_firstname: 'First name. Required for NIN and BVN checks.',
    user_middlename: 'Middle name.',
    user_lastname: 'Last name. Required for NIN and BVN checks.',
    user_dob: 'Date of birth, YYYY-MM-DD. Required for NIN, BVN, CURP and SSN checks.',
    reference_image:
      'URL of a picture to compare the face with: https, at a public address, without a redirect. Required if the workflow uses one sent at the start.',
    nin: 'National identification number (Nigeria): 11 digits.',
    bvn: 'Bank verification number (Nigeria): 11 digits.',
    cpf: 'Taxpayer number (Brazil): ###.###.###-##.',
    curp: 'Population registry code (Mexico): 18 letters and digits.',
    ssn: 'Social security number (United States): ###-##-####.',
    aadhaar: 'Aadhaar number (India): 12 digits.',
    session: 'Device fingerprint. The browser SDK collects it.',
    device_id: 'Id of a device fingerprint from a third party.',
    user_pob: 'Place of birth.',
    user_photoid_number: 'Number of a photo ID.',
    user_country: 'Country, ISO 3166-1 alpha-2; Kosovo is XK.',
    user_city: 'City.',
    user_region: 'Region, two letters or digits (ISO 3166-2).',
    user_zip: 'Postal code.',
    user_street: 'First address line.',
    user_street2: 'Second address line.',
    user_address: 'Whole address. Required if the workflow uses one sent at the start.',
    user_gender: 'Gender, as you record it.',
    user_created: 'Time at which the user registered with you: a UNIX timestamp in seconds.',
    transaction_id: 'Your own id of the transaction.',
    transaction_type: 'Kind of transaction.',
    transaction_amount: 'Amount, as a decimal number.',
    transaction_currency: 'Currency, ISO 4217.',
    custom_fields: 'Further facts by name: at most 100 strings, numbers, booleans or nulls.',
  },
  StartRequest: {
    workflowId: 'Id of an active workflow of the account.',
    inputs: 'Facts about the end user and the transaction.',
  },
  StartResponse: {
    executionId: 'Id of the execution in reads and webhooks. It grants no access.',
    token: 'Opaque session token for the browser SDK. Do not parse it or keep it beyond the session.',
    expiresAt: 'Time after which the flow can no longer be started.',
    requiresClientInit: 'False if no step needs the user: the execution then runs to its end by itself.',
  },
  LinkRequest: {
    expiresIn: 'Lifetime of the link, in seconds.',
    completedUrl:
      'URL to which the user is redirected when a finished result is reached: http, https, or an app whose scheme the account allows.',
    incompleteUrl:
      'URL to which the user is redirected when the journey ends without a result: by an error, expiry, or quitting. Same formats as `completedUrl`.',
  },
  LinkResponse: {
    executionId: 'Id of the execution in reads and webhooks. It grants no access.',
    redirectUrl:
      'Address of the hosted page, to be sent to the end user. Keep it secret: whoever has it can go through the flow.',
  },
  Execution: {
    id: 'The `executionId` of the start.',
    status: 'PENDING until the flow has finished or its time has run out.',
    workflow: 'The workflow, with the name that the Admin Panel shows.',
    createdAt: 'Time of the start.',
    dataPurgedAt: 'Time at which personal data was removed; null before.',
    loip: 'Level of identity proofing. Present only if the workflow defines levels.',
    checks:
      'Checks that ran, ordered by `startedAt`; null while PENDING, and while their details cannot be read (ask again later).',
  },
  MediaOnlyExecution: {
    checks: 'Checks that ran, ordered by `startedAt`; null while PENDING, empty after a purge.',
  },
  Loip: {
    result: 'The highest level whose conditions were met.',
    evaluatedAt: 'Time at which the level was determined.',
    unmetConditions: 'Conditions that were not met. Present only if the result is NONE.',
  },
  Check: {
    checkType: 'Kind of check.',
    status: 'Result of the check.',
    sessionId: 'Id of the identity session; null for FRAUD_API.',
    transactionId: 'Id of the fraud check; null for identity checks.',
    startedAt: 'Time at which the flow reached the check.',
    finishedAt: 'Time at which its status was determined.',
    platform:
      'Platform of the device that took the captures or, without captures, that the user has; null if there was no device. Safari on an iPad identifies itself as a Mac, so it is WEB unless its user requests mobile pages.',
    duplicatesFound: 'Whether an earlier session matched this user; null if that was not checked.',
    statusDetail:
      'Codes that explain the status, such as `RETRY_LIMIT_EXCEEDED`; null if there is nothing to explain.',
    referenceId: 'The `transaction_id` sent at the start.',
    email: 'E-mail address that was checked.',
    phoneNumber: 'Phone number that was checked.',
    userId: 'The `user_id` sent at the start.',
    documentCheckResult: 'Result of each part of a document check.',
    documentCheckExtractedData: 'Data read from the document.',
    selfieVerificationResult:
      'Result of each part of a selfie check: liveness, which is REVIEW at best, and face match.',
    proofOfAddressCheckResult: 'Result of each part of a proof of address.',
    proofOfAddressExtractedData: 'Data read from the proof of address.',
    creditCardVerificationResult: 'Result of each part of a card check.',
    evidenceCollectionCheckResult: 'Result of the collection of evidence.',
    capturedMedia: 'Time-limited links to captured images and video.',
  },
  DocumentCheckResult: {
    overallResult: 'Combined result of the members that the workflow requires.',
    imageQualityCheckResult: 'The images are sharp, bright and large enough to be judged.',
    documentValidityCheckResult: 'The document has not expired.',
    formatCheckResult: 'The zones have the layout of their document type.',
    matchCheckResult: 'The zones (visual, machine readable, barcode) agree with each other.',
    logicCheckResult: 'The dates are possible and in order.',
    barcodeAnomalyCheckResult: 'The barcode is complete and belongs to this kind of document.',
    dataIntegrityCheckResult:
      'Check digits of ICAO 9303, or error correction and lengths of a barcode, are right.',
    nameMatchCheckResult: 'The name agrees with the one sent at the start.',
    dateOfBirthCheckResult: 'The date of birth agrees with the one sent at the start.',
    ageVerificationCheckResult: 'The holder has the age that the workflow requires.',
    screenCheckResult: 'The picture does not show a screen. Not evaluated: always NOT_PERFORMED.',
    photocopyCheckResult: 'The picture does not show a copy: REVIEW if the front has no colour, never PASS.',
    photoForgeryCheckResult: 'The portrait was not replaced. Not evaluated: always NOT_PERFORMED.',
    securityFeaturesCheckResult: 'Security features are present. Not evaluated: always NOT_PERFORMED.',
  },
  DocumentExtractedData: {
    fullName: 'Given names, then surname, in the letters of the document.',
    birthDate: '`YYYY-MM-DD`.',
    age: 'Whole years on the day of the check.',
    gender: 'Gender as printed on the document.',
    documentType:
      'Type of the document by its own code; if the code leaves it open, the type that the user chose.',
    documentNumber: 'Letters and digits, without fillers.',
    documentIssueDate: '`YYYY-MM-DD`.',
    documentExpirationDate: '`YYYY-MM-DD`: the last day on which the document is valid.',
    country:
      "ISO 3166-1 alpha-2 of the issuing state (Kosovo: XK); null for issuers that have none, such as ICAO's UTO.",
    personalIdNumber: 'Number of the holder, not of the document.',
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
      'Front of the payment card. All digits of its number except the first six and the last four are painted over.',
    evidence: 'Files collected as evidence.',
  },
  MediaLink: {
    url: 'Signed address: whoever has it can fetch these bytes until it expires.',
    contentType: 'Media type of the bytes, such as `image/jpeg`.',
    expiresAt: 'Time at which the link expires: 15 minutes after it was made.',
  },
  DecisionRequest: {
    status: 'Status to set. It may be the present one.',
    comment: 'Comment of at most 250 Unicode code points.',
  },
  WebhookEnvelope: {
    event: 'Name of the event.',
    timestamp: 'Time at which the event occurred.',
    data: 'The execution, as a read returns it.',
  },
  Problem: {
    type: 'URN that names the code.',
    title: 'Meaning of the code, for people.',
    status: 'The HTTP status.',
    detail: 'Description of this occurrence, for people. Never quotes what was sent.',
    code: 'Kind of error, for programs. Codes are stable.',
    requestId: 'Id of the request, also in the header X-Request-Id. Support can find the request by it.',
    errors: 'Every fault of the request, with its place.',
  },
  ProblemFault: {
    pointer: 'Member of the body, as a JSON pointer (RFC 6901). Empty for the body as a whole.',
    header: 'Name of a header, in lower case.',
    parameter: 'Name of a path or query parameter.',
    code: 'Kind of fault, for programs.',
    detail: 'Description of the fault, for people.',
  },
  WebhookEndpoint: {
    id: 'Id of the endpoint.',
    url: 'Address to which events are posted. Values in its query are left out because they may be secrets.',
    events: 'Events that the endpoint subscribes to.',
    createdAt: 'Time at which it was added.',
    state: 'Health of the endpoint.',
    failingSince: 'Time since which every attempt has failed; null if none does.',
    disabledAt: 'Time since which it is disabled; null if it is not.',
    disabledReason:
      'GONE: it answered 410. FAILING: attempts failed throughout five days. BY_HAND: somebody disabled it.',
    held: 'Number of queued events that wait for the endpoint to be resumed or for their turn after that, for executions started by keys of this mode. Counted up to 10000, which means 10000 or more.',
    undelivered:
      'Number of events that were given up, for executions started by keys of this mode. Counted up to 10000, which means 10000 or more.',
  },
  WebhookChangeRequest: {
    url: 'New address to which events are posted: https, at a public address.',
    events: 'New events that the endpoint subscribes to. They replace the present ones.',
  },
  WebhookEndpoints: {
    endpoints: 'Endpoints, oldest first.',
  },
  WebhookDelivery: {
    id: 'Id of the delivery.',
    webhookId:
      'Value of the header webhook-id: the id of the event, the same in every attempt and at every endpoint.',
    event: 'Name of the event.',
    sequence: 'Position of the event within its execution, from 1.',
    executionId: 'Id of the execution.',
    endpointId: 'Id of the endpoint.',
    state: 'State of the delivery.',
    attempts: 'Number of attempts made in the current schedule.',
    lastStatus: 'HTTP status of the last reply, complete or not; null if there was none.',
    lastError: 'Reason why the last attempt failed; null if it did not or there was none.',
    emittedAt: 'Time at which the event occurred.',
    nextAttemptAt: 'Time at which the next attempt is due; null if none is.',
    deliveredAt: 'Time at which it arrived; null if it did not or is being sent again.',
    firstDeliveredAt:
      'Time at which it first arrived, however often it was sent again; null if it never did. It can be sent again for 30 days from then.',
    undeliveredAt: 'Time at which it was given up; null if it was not.',
  },
  WebhookDeliveries: {
    deliveries:
      'Deliveries, newest first. With a filter by event, a page can have fewer than requested although more follow.',
    nextCursor: 'Value of `cursor` for the next page; null on the last page.',
  },
  WebhookRequestHead: {
    url: 'Address that was called, with its query as "?…". The endpoint may have been moved since.',
    headers: 'Headers as sent, with shortened signatures.',
    bodyBytes: 'Length of the body.',
  },
  WebhookResponseHead: {
    headers: 'Headers that describe the receiver only.',
    bodyBytes: 'Number of bytes of the body that were read.',
  },
  WebhookAttempt: {
    number: 'Position in the retry schedule, from 1.',
    startedAt: 'Time at which it began.',
    durationMs: 'Duration up to the last byte of the reply.',
    status: 'HTTP status of the reply; null if there was none.',
    error: 'Reason why it failed; null if it did not.',
    request: 'Request that was sent.',
    response: 'Reply that came back; null if there was none.',
  },
  WebhookDeliveryLog: {
    delivery: 'The delivery.',
    log: 'Attempts, oldest first.',
  },
  WebhookTestRequest: {
    event: 'Event to send. By default, that an execution has finished.',
  },
  WebhookTestOutcome: {
    webhookId: 'Value of the header webhook-id. It begins with test_.',
    delivered: 'Whether the reply was 2xx.',
    durationMs: 'Duration up to the last byte of the reply.',
    status: 'HTTP status of the reply; null if there was none.',
    error: 'Reason why it failed; null if it did not.',
    request: 'Request that was sent.',
    response: 'Reply that came back; null if there was none.',
  },
};
