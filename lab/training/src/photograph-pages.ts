import {
  addressLetter,
  cardLooks,
  type DocumentPage,
  expiredPassport,
  identityCardLooks,
  type LetterLanguage,
  renderCard,
  renderIdentityCardBack,
  renderIdentityCardFront,
  renderLetter,
  renderLicenceBack,
  renderLicenceFront,
  renderPassport,
  specimenCard,
  specimenLicence,
  utopianCard,
  utopianPassport,
} from '@vendor/specimens';

const now = new Date('2031-03-01T10:00:00Z');

/** Pages are about 150 px wide in frames, so this is enough. */
const fine = { widthPx: 700 };

const LANGUAGES: readonly LetterLanguage[] = ['en', 'de', 'es', 'fr', 'it', 'pt', 'hu'];

/** Draws cards of all kinds and pages of passports. */
export function drawDocuments(): Promise<DocumentPage[]> {
  const card = utopianCard(now);
  const licence = specimenLicence(now);
  return Promise.all([
    ...Object.values(cardLooks).map((look) => renderCard(specimenCard(now), { look, ...fine })),
    ...Object.values(identityCardLooks).flatMap((look) => [
      renderIdentityCardFront(card, { look, ...fine }),
      renderIdentityCardBack(card, { look, ...fine }),
    ]),
    renderPassport(utopianPassport(now), fine),
    renderPassport(expiredPassport(now), fine),
    renderLicenceFront(licence, fine),
    renderLicenceBack(licence, fine),
  ]);
}

/** Draws letters, whose corners are found by the same net. */
export function drawLetters(): Promise<DocumentPage[]> {
  return Promise.all(LANGUAGES.map((language) => renderLetter(addressLetter(language, now))));
}
