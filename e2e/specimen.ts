import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressLetter, specimenLicence, utopianCard, utopianPassport } from '@vendor/specimens';

// Set by the first process of a run and inherited by its workers, so that the run does not change at midnight or when the
// specimens are rebuilt.
process.env.JOURNEYS_MONTH ??= new Date().toISOString().slice(0, 7);
process.env.JOURNEYS_DRAWING ??= digestOfDrawingCode();
const { JOURNEYS_MONTH: month, JOURNEYS_DRAWING: drawing } = process.env;

/**
 * The passport in front of all cameras: ICAO's specimen bearer, of a state that does not exist, valid today. It is drawn for
 * the first day of the month, so that drawings last for a month.
 */
export const passport = utopianPassport(new Date(`${month}-01T00:00:00Z`));

/** Identity card and driving licence of the same bearer, for the same day. */
export const identityCard = utopianCard(new Date(`${month}-01T00:00:00Z`));
export const licence = specimenLicence(new Date(`${month}-01T00:00:00Z`));

/** A letter to the same bearer, for the same day. */
export const letter = addressLetter('en', new Date(`${month}-01T00:00:00Z`));

/** Data that a check must read from the passport. */
export const printed = {
  fullName: `${passport.givenNames} ${passport.surname}`,
  documentNumber: passport.documentNumber,
  birthDate: passport.birthDate,
  expirationDate: passport.expiryDate,
} as const;

const dir = fileURLToPath(new URL(`.cache/specimens-${month}-${drawing}/`, import.meta.url));

/** Paths of the pictures, once `ensureCameraPictures` has drawn them. */
export const pictures = {
  dir,
  passportVideo: join(dir, 'passport.y4m'),
  blurredVideo: join(dir, 'blurred-passport.y4m'),
  passportPhoto: join(dir, 'passport.jpg'),
  faceVideo: join(dir, 'posing-face.mjpeg'),
  /** A printed picture of the face, turned and moved closer as asked. */
  printVideo: join(dir, 'posing-print.mjpeg'),
  /** One face looks straight ahead, another one does the other poses. */
  twoFacesVideo: join(dir, 'posing-faces.mjpeg'),
  /** A passport whose portrait might show the face of the videos. */
  siblingPhoto: join(dir, 'sibling-passport.jpg'),
  card: sidesOf('card'),
  /** A dark card on a dark table. */
  darkCard: sidesOf('dark-card'),
  licence: sidesOf('licence'),
  letterVideo: join(dir, 'letter.y4m'),
  /** Pictures of low-resolution cameras. */
  smallCamera: {
    passport720: join(dir, 'passport-720.y4m'),
    passport480: join(dir, 'passport-480.y4m'),
    licence480: join(dir, 'licence-480.y4m'),
  },
} as const;

/** Returns the paths of the videos of both sides of a card. */
function sidesOf(name: string): { readonly front: string; readonly back: string } {
  return { front: join(dir, `${name}-front.y4m`), back: join(dir, `${name}-back.y4m`) };
}

/** Returns a digest of the code that draws, so that changed code draws the pictures again. */
function digestOfDrawingCode(): string {
  const code = fileURLToPath(new URL('../lab/specimens/dist/', import.meta.url));
  const files = readdirSync(code, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const hash = createHash('sha256');
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(code, name)));
  return hash.digest('hex').slice(0, 12);
}
