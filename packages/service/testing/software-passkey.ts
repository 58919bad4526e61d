import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** Bits of an authenticator's flags (WebAuthn, 6.1). */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

/** Changes to an authenticator's answer, as an attacker would make. */
export interface Forgery {
  readonly origin?: string;
  readonly site?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
}

/** A passkey in software: answers challenges like a browser with its device. */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url');
  counter = 0;
  readonly #origin: string;
  readonly #userHandle: string;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;

  /** Creates a passkey. @param userHandle - id of the person. */
  constructor(origin: string, userHandle: string) {
    this.#origin = origin;
    this.#userHandle = userHandle;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    // COSE key: EC2, ES256, P-256, and the coordinates.
    this.#publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  register(challenge: string, forgery: Forgery = {}): RegistrationResponseJSON {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.byteLength);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey]);
    const data = Buffer.concat([this.#data(flags.attested, forgery), attested]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.byteLength]),
      data,
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#client('webauthn.create', challenge, forgery).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  answer(challenge: string, forgery: Forgery = {}): AuthenticationResponseJSON {
    this.counter += 1;
    const data = this.#data(0, forgery);
    const client = this.#client('webauthn.get', challenge, forgery);
    const digest = createHash('sha256').update(client).digest();
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, digest]), this.#key).toString('base64url'),
        userHandle: Buffer.from(forgery.userHandle ?? this.#userHandle).toString('base64url'),
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} } as const;
  }

  #client(type: string, challenge: string, forgery: Forgery): Buffer {
    const origin = forgery.origin ?? this.#origin;
    return Buffer.from(JSON.stringify({ type: forgery.type ?? type, challenge, origin, crossOrigin: false }));
  }

  #data(more: number, { site, isVerified = true, counter = this.counter }: Forgery): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const hash = createHash('sha256').update(site ?? new URL(this.#origin).hostname);
    return Buffer.concat([
      hash.digest(),
      Buffer.from([flags.present | (isVerified ? flags.verified : 0) | more]),
      count,
    ]);
  }
}
