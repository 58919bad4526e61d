export { type CardIdentity, cardTestNumbers, specimenCard } from './card/card-identity.ts';
export { type CardLook, type CardOptions, cardLooks, renderCard } from './card/render-card.ts';
export {
  type DocumentFrame,
  type DocumentFrameOptions,
  renderDocumentFrame,
  renderDocumentFrames,
} from './frames/document-frame.ts';
export type { FrameQuad } from './frames/pose.ts';
export { quadOverlap } from './frames/quad-overlap.ts';
export type { FrameSubject, FrameTraits } from './frames/scene.ts';
export { bentPrint } from './head/bent-print.ts';
export {
  type HeadTraits,
  specimenBearer,
  specimenDarkSkinned,
  specimenSibling,
  specimenStranger,
} from './head/head-traits.ts';
export { randomTraits } from './head/random-traits.ts';
export { type HeadRequest, renderHead } from './head/render-head.ts';
export { type FaceMesh, type MeshPlace, type MeshTurn, turnedByMesh } from './head/turned-by-mesh.ts';
export { type HostilePdfKind, hostilePdf, hostilePdfKinds } from './hostile/hostile-pdf.ts';
export {
  type HostilePictureKind,
  hostilePicture,
  hostilePictureKinds,
} from './hostile/hostile-picture.ts';
export {
  type IdentityCardLook,
  type IdentityCardOptions,
  identityCardLooks,
  renderIdentityCardBack,
  renderIdentityCardFront,
} from './identity-card/render-identity-card.ts';
export { type IdentityCardIdentity, utopianCard } from './identity-card/utopian-card.ts';
export {
  type AddressLetter,
  addressLetter,
  type LetterChanges,
  letterLayouts,
} from './letter/address-letter.ts';
export { type LetterPdfOptions, letterPdf } from './letter/letter-pdf.ts';
export type { LetterKind, LetterLanguage } from './letter/letter-words.ts';
export { type PdfObject, writePdf } from './letter/pdf-file.ts';
export { renderLetter } from './letter/render-letter.ts';
export { type AamvaFlaws, aamvaText } from './licence/aamva-text.ts';
export { type LicenceIdentity, specimenLicence } from './licence/licence-identity.ts';
export {
  type LicenceOptions,
  renderLicenceBack,
  renderLicenceFront,
} from './licence/render-licence.ts';
export { mrzCheckDigit } from './mrz/check-digit.ts';
export { type CharacterMark, markCharacter } from './mrz/mark-character.ts';
export { drawMrzFrame, type MrzDifficulty, type MrzFrame, type MrzFrameOptions } from './mrz/mrz-frame.ts';
export {
  type FrenchCardIdentity,
  frenchCardLines,
  type MrzFormat,
  type MrzIdentity,
  mrzLines,
} from './mrz/mrz-lines.ts';
export { randomMrzIdentity } from './mrz/random-mrz.ts';
export { createSeededRandom, type SeededRandom } from './mrz/seeded-random.ts';
export { glyphPath, OCRB_ADVANCE, OCRB_UNITS_PER_EM, type OcrbCut, type OcrbGlyph } from './ocr-b/glyph.ts';
export { type OcrbTextOptions, ocrbTextPath } from './ocr-b/text-path.ts';
export type { DocumentPage } from './passport/document-page.ts';
export {
  expiredPassport,
  type PassportIdentity,
  utopianPassport,
} from './passport/passport-identity.ts';
export { type PassportOptions, renderPassport } from './passport/render-passport.ts';
export type { VisualZone } from './passport/visual-zone.ts';
export { withWrongCheckDigit } from './passport/wrong-check-digit.ts';
export { encodeJpeg, encodePng, type Picture } from './picture.ts';
export type { CameraPose, Corners } from './scene/camera-view.ts';
export type { Glare } from './scene/expose-scene.ts';
export { renderScene, type Scene, type SceneOptions } from './scene/render-scene.ts';
export type { TableKind } from './scene/table.ts';
export {
  type CameraSubject,
  type CameraVideo,
  type CameraVideoOptions,
  photographSubject,
  writeCameraVideo,
} from './video/camera-video.ts';
export {
  type SelfieVideoOptions,
  type SelfieView,
  selfieMarks,
  writeSelfieVideo,
} from './video/selfie-video.ts';
export { turnedPrint } from './video/turned-print.ts';
export { readVideoFile } from './video/video-file.ts';
