export { checkDocument } from './document/check-document.ts';
export { checkEmail } from './fraud/check-email.ts';
export { checkPhone } from './fraud/check-phone.ts';
export { cleanImage } from './image/clean-image.ts';
export { decodeImage } from './image/decode-image.ts';
