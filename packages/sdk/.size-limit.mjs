// Budgets of `npm run verify`: every chunk that is built belongs to exactly one, besides the totals, whose names end in "in all".
import { readdirSync } from 'node:fs';

const chunks = 'dist/script/v1/chunks';
const languages = readdirSync(new URL('../texts/src/locales', import.meta.url));

/** Budgets of the texts in one language, part by part. English is the shortest. */
const budgetsOf = (language) => {
  const isEnglish = language === 'en';
  return [
    { name: 'frame and welcome', parts: language, limit: '3 kB' },
    { name: 'capture', parts: `capture-${language}`, limit: isEnglish ? '3 kB' : '3.1 kB' },
    {
      name: 'frame, welcome and capture: the texts of a document, in all',
      parts: `{${language},capture-${language}}`,
      limit: isEnglish ? '4.5 kB' : '4.6 kB',
    },
    { name: 'selfie, loaded by that step', parts: `selfie-${language}`, limit: '1 kB' },
    { name: 'letters, cards and files, loaded by those steps', parts: `collect-${language}`, limit: '2 kB' },
    { name: 'form, loaded by that step', parts: `form-${language}`, limit: '1 kB' },
    {
      name: "offer of the service's own page, loaded where needed",
      parts: `offer-${language}`,
      limit: '1 kB',
    },
    { name: 'hand-off, loaded where it may help', parts: `hand-off-${language}`, limit: '1 kB' },
  ].map(({ name, parts, limit }) => ({
    name: `texts in ${language}, ${name}`,
    path: `${chunks}/${parts}-*.js`,
    limit,
  }));
};

export default [
  { name: 'entry, script tag', path: 'dist/script/v1/vendor-orchestration.js', limit: '4096 B' },
  { name: 'entry, npm', path: ['dist/npm/index.js', 'dist/npm/chunks/request-*.js'], limit: '4096 B' },
  { name: 'shell with the welcome screen', path: 'dist/script/v1/chunks/shell-*.js', limit: '18.9 kB' },
  {
    name: 'touches on an overlay, in Safari on iOS before 16',
    path: 'dist/script/v1/chunks/hold-touches-*.js',
    limit: '0.6 kB',
  },
  {
    name: 'the page behind a modal, in browsers without a top layer',
    path: 'dist/script/v1/chunks/hide-page-*.js',
    limit: '0.5 kB',
  },
  {
    name: 'raising a flow that the page has moved, while it has a dialog open',
    path: 'dist/script/v1/chunks/raise-again-*.js',
    limit: '0.5 kB',
  },
  {
    name: 'scroll lock, where rules of the page override the style sheet',
    path: 'dist/script/v1/chunks/insist-inline-*.js',
    limit: '0.5 kB',
  },
  {
    name: 'warning about a container that is too small or shows nothing',
    path: 'dist/script/v1/chunks/warn-room-*.js',
    limit: '0.5 kB',
  },
  {
    name: 'focus in a modal, after the first screen',
    path: 'dist/script/v1/chunks/trap-focus-*.js',
    limit: '6.1 kB',
  },
  {
    name: 'chunks before the welcome, and the focus trap, in all',
    path: 'dist/script/v1/chunks/{shell,request,trap-focus}-*.js',
    limit: '26.8 kB',
  },
  {
    name: 'rest of the flow, after the first screen',
    path: 'dist/script/v1/chunks/continue-flow-*.js',
    limit: '14 kB',
  },
  ...languages.flatMap(budgetsOf),
  {
    name: 'first screen of a page with a theme, in all',
    path: [
      'dist/script/v1/vendor-orchestration.js',
      'dist/script/v1/chunks/{shell,request,en,custom-theme}-*.js',
    ],
    limit: '30 kB',
  },
  {
    name: "offer of the service's own page",
    path: 'dist/script/v1/chunks/offer-hosted-page-*.js',
    limit: '2 kB',
  },
  {
    name: 'popup, in the page that opens it',
    path: 'dist/script/v1/chunks/{popup-flow,storable-look}-*.js',
    limit: '4 kB',
  },
  { name: 'hosted pages, entry', path: 'dist/script/v1/hosted.js', limit: '4.5 kB' },
  { name: 'sandbox: a drawn camera', path: 'dist/script/v1/chunks/sandbox-kit-*.js', limit: '2 kB' },
  {
    name: 'capture',
    path: 'dist/script/v1/chunks/{capture-kit,capture-screens,live-camera,ports,put-capture,trusted-script-url}-*.js',
    limit: '12.2 kB',
  },
  {
    name: 'camera, beside its first frame',
    path: 'dist/script/v1/chunks/{lenses,watch-picture}-*.js',
    limit: '2.1 kB',
  },
  {
    name: 'capture with what comes beside the first frame (lenses, watch over the picture), in all',
    path: 'dist/script/v1/chunks/{capture-kit,capture-screens,live-camera,ports,put-capture,trusted-script-url,lenses,watch-picture}-*.js',
    limit: '14.2 kB',
  },
  {
    name: 'cropping and encoding of a picture, beside the first frame',
    path: 'dist/script/v1/chunks/{keep-picture,jpeg}-*.js',
    limit: '1 kB',
  },
  {
    name: 'cameras that are allowed, plugged in or out',
    path: 'dist/script/v1/chunks/camera-changes-*.js',
    limit: '1 kB',
  },
  {
    name: 'comparison of frames, where the browser does not count them',
    path: 'dist/script/v1/chunks/compare-frames-*.js',
    limit: '0.5 kB',
  },
  {
    name: 'detection of a front that is shown instead of the back',
    path: 'dist/script/v1/chunks/{watch-sides,homography}-*.js',
    limit: '1.2 kB',
  },
  {
    name: 'test pattern that detects canvas noise',
    path: 'dist/script/v1/chunks/reads-canvas-*.js',
    limit: '0.6 kB',
  },
  { name: 'picture from a file', path: 'dist/script/v1/chunks/prepare-picture-*.js', limit: '1.1 kB' },
  {
    name: 'selfie',
    path: 'dist/script/v1/chunks/{selfie-screens,selfie-work,selfie-kit}-*.js',
    limit: '6 kB',
  },
  {
    name: 'letters, cards and files',
    path: 'dist/script/v1/chunks/{collect-files,file-fault}-*.js',
    limit: '6 kB',
  },
  {
    name: 'form',
    path: 'dist/script/v1/chunks/{form-screens,post-answers,send-answers,answers-refused}-*.js',
    limit: '4.2 kB',
  },
  {
    name: 'sending of captures',
    path: 'dist/script/v1/chunks/{send-document,sending}-*.js',
    limit: '1.1 kB',
  },
  {
    name: 'requests and pictures that a proxy cuts off, loaded when one fails',
    path: 'dist/script/v1/chunks/{explain-failure,send-smaller,send-quietly,shrink-picture,report-blocked}-*.js',
    limit: '2 kB',
  },
  { name: 'hand-off to a phone', path: 'dist/script/v1/chunks/open-hand-off-*.js', limit: '6 kB' },
  { name: 'analysis worker', path: 'dist/script/v1/chunks/*analysis-worker-*.js', limit: '10 kB' },
  { name: 'corner net, beside the analysis', path: 'dist/script/v1/chunks/corner-net-*.js', limit: '8.6 kB' },
  {
    name: 'analysis worker with the corner net, in all',
    path: 'dist/script/v1/chunks/{*analysis-worker,corner-net}-*.js',
    limit: '16.5 kB',
  },
  {
    name: 'guidance of a selfie, on devices that are fast enough',
    path: 'dist/script/v1/chunks/{guide-poses,start-tracker}-*.js',
    limit: '2.5 kB',
  },
  { name: 'face worker', path: 'dist/script/v1/chunks/*face-worker-*.js', limit: '4 kB' },
  { name: 'weights of the face detector', path: 'dist/script/v1/chunks/*face-model-*.js', limit: '160 kB' },
  { name: "analysis on the page's thread", path: 'dist/script/v1/chunks/analyse-frame-*.js', limit: '10 kB' },
  {
    name: "analysis on the page's thread with the corner net and what it shares, in all",
    path: 'dist/script/v1/chunks/{analyse-frame,corner-net,homography}-*.js',
    limit: '16.5 kB',
  },
  { name: 'theme of the page', path: 'dist/script/v1/chunks/custom-theme-*.js', limit: '3.1 kB' },
  {
    name: 'help with a refused camera',
    path: 'dist/script/v1/chunks/{camera-help,page-findings,copy-link}-*.js',
    limit: '3 kB',
  },
  { name: 'warning before the session ends', path: 'dist/script/v1/chunks/time-limit-*.js', limit: '1 kB' },
  { name: 'check of page and device', path: 'dist/script/v1/chunks/check-device-*.js', limit: '3 kB' },
  {
    name: 'check of page and device with what it shares, in all',
    path: 'dist/script/v1/chunks/{check-device,page-findings,trusted-script-url}-*.js',
    limit: '3.8 kB',
  },
  {
    name: 'device report, for workflows with a device check',
    path: 'dist/script/v1/chunks/report-device-*.js',
    limit: '2 kB',
  },
  { name: 'font of a theme', path: 'dist/script/v1/chunks/load-font-*.js', limit: '2 kB' },
  { name: 'warning about unused messages', path: 'dist/script/v1/chunks/warn-unused-*.js', limit: '0.5 kB' },
  { name: 'warnings about a theme', path: 'dist/script/v1/chunks/describe-finding-*.js', limit: '1 kB' },
  { name: 'digest where the browser has none', path: 'dist/script/v1/chunks/sha-256-*.js', limit: '1 kB' },
];
