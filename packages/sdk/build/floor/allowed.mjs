/**
 * Features that the built files use although one of the oldest browsers lacks them, and why nothing breaks there. A guarded
 * feature names the chunks that guard it, so that it cannot spread unnoticed; a harmless one may be used anywhere. Remove
 * entries that are no longer needed.
 *
 * Each entry has one of three reasons. `guard`: the check made before use, and the fallback. `harmless`: the effect in browsers
 * that lack it. `own`: the meaning of the name here, which is not the browser's.
 *
 * @type {readonly { use: string, in?: readonly string[], guard?: string, harmless?: string, own?: string }[]}
 */
export const allowed = [
  // Element that holds the flow.
  {
    use: 'attachShadow({ delegatesFocus })',
    in: ['shell'],
    harmless: 'without it, focusing the element has no effect',
  },
  {
    use: '.delegatesFocus',
    in: ['shell'],
    guard: 'checked before the element is made a Tab stop',
  },

  // A form.
  {
    use: 'css resize',
    in: ['form-screens'],
    harmless: 'without it, a multi-line field keeps its size',
  },
  {
    use: 'Intl.DisplayNames',
    in: ['form-screens'],
    guard: 'called within a try; otherwise countries are named by their codes',
  },
  {
    use: '.isComposing',
    in: ['form-screens'],
    own: 'of a keyboard event, supported since Safari 10.1; the data means input events',
  },
  {
    use: '<input inputmode>',
    in: ['form-screens'],
    harmless: 'without it, a phone shows its full keyboard',
  },

  // The drawn camera of the sandbox.
  {
    use: '.translate',
    in: ['sandbox-kit'],
    own: 'of a canvas; the data means that of an element',
  },
  {
    use: '.font =',
    in: ['sandbox-kit'],
    harmless: 'canvases have always had it; the data means one of its keywords',
  },
  {
    use: '.entries',
    in: ['sandbox-kit'],
    own: 'of an array',
  },
  {
    use: '.captureStream',
    in: ['sandbox-kit'],
    own: 'of a canvas, supported since Safari 11; the data means that of a video',
  },

  // The hand-off to a phone.
  {
    use: '.code =',
    in: ['open-hand-off'],
    own: 'a member of the errors of lean-qr',
  },

  // Requests to the service.
  {
    use: '.code =',
    in: ['request', 'hosted.js', 'vendor-orchestration.js'],
    own: 'the problem code of a failure; the data means the key of an event',
  },

  // Style sheets of the shadow root.
  {
    use: '.adoptedStyleSheets =',
    in: ['shell'],
    guard: 'adoptStyles asks the root for it, or writes a style element',
  },
  {
    use: '.adoptedStyleSheets',
    in: ['shell'],
    guard: 'adoptStyles asks the root for it, or writes a style element',
  },
  {
    use: '.replaceSync',
    in: ['shell'],
    guard: 'adoptStyles asks the prototype for it, or writes a style element',
  },
  {
    use: 'the attribute nonce',
    harmless: 'supported on styles and scripts since Safari 10 (CSP 2); the data means all elements',
  },
  {
    use: '.nonce',
    in: ['hosted.js'],
    own: 'the nonce of a start; that of the script is also read from its attribute',
  },

  // Live picture of a camera.
  {
    use: '.muted',
    in: ['watch-picture'],
    harmless: 'Firefox before 84 mutes no track; missing frames and black pictures are noticed there, too',
  },
  {
    use: '.requestVideoFrameCallback',
    in: ['watch-picture'],
    guard: 'called if it exists; otherwise the frame count is used',
  },

  // Modals: the top layer and `inert`.
  {
    use: 'the attribute inert',
    in: ['continue-flow', 'trap-focus'],
    guard: 'used together with aria-hidden, and a trap keeps the Tab key inside',
  },
  { use: '.inert', harmless: 'focus-trap reads the attribute as well' },
  { use: '.ariaHidden', harmless: 'focus-trap reads the attribute as well' },
  {
    use: 'css :modal',
    in: ['raise-again'],
    guard: 'without it, matching throws, and any open dialog counts as a modal',
  },
  {
    use: '.checkVisibility',
    in: ['trap-focus'],
    guard: 'focus-trap checks with `in`, and measures otherwise',
  },
  {
    use: 'the event cancel',
    in: ['shell'],
    guard: 'of a dialog, not of a file input: raise checks for showModal; otherwise the frame handles Escape',
  },
  {
    use: 'focus({ preventScroll })',
    harmless: 'the focused element is already in view; phones scroll to it',
  },
  {
    use: 'the event touchstart',
    harmless: 'browsers of computers without a touch screen have none',
  },
  {
    use: 'the event touchmove',
    harmless: 'browsers of computers without a touch screen have none',
  },
  { use: 'Error({ cause })', harmless: 'the message contains the cause, too' },

  // The camera.
  {
    use: 'orientation',
    in: ['lenses'],
    guard: 'checked by typeof, to detect browsers on computers, which lack it',
  },
  {
    use: '.enumerateDevices',
    harmless: 'Firefox lists no speakers, which are not needed',
  },
  {
    use: '.getCapabilities',
    in: ['lenses'],
    guard: 'called with `?.`; without it, there is no torch and no choice of lens',
  },
  { use: '.getUserMedia', in: ['page-findings'], own: 'of mediaDevices, which all browsers support' },
  {
    use: 'the event devicechange',
    in: ['camera-changes'],
    harmless: 'without it, cameras are listed again on the next attempt',
  },
  {
    use: 'navigator.permissions',
    in: ['camera-changes'],
    guard: 'called within a try; without it, the permission is unknown',
  },
  {
    use: '.srcObject =',
    harmless: 'only Blobs and media sources were unsupported; ours is a stream',
  },
  { use: '.muted =', in: ['capture-kit'], own: 'of a video, which all browsers support' },
  { use: '.playsInline =', harmless: 'Firefox plays inline anyway' },
  { use: '<video playsinline>', harmless: 'Firefox plays inline anyway' },
  {
    use: '<video disablepictureinpicture>',
    harmless: 'the browser keeps offering picture-in-picture',
  },
  {
    use: 'navigator.vibrate',
    in: ['capture-screens'],
    guard: 'called with `?.`; without it, there is no vibration',
  },
  { use: '.imageSmoothingQuality =', harmless: 'Firefox has one quality' },
  {
    use: '.featurePolicy',
    in: ['page-findings'],
    guard: 'read with `?.`; without it, the finding is left out',
  },

  // Values that the device report reads.
  { use: '.devicePixelRatio', in: ['report-device'], harmless: 'in Safari it ignores the zoom' },
  { use: '.hardwareConcurrency', in: ['report-device'], guard: 'reported as null if it is not a number' },
  { use: '.deviceMemory', in: ['report-device'], guard: 'reported as null if it is not a number' },

  // Requests.
  {
    use: 'fetch({ referrerPolicy })',
    harmless: 'without it, the host of the font sees the origin of the page',
  },
  { use: '.onLine', harmless: 'only `false` is used, which is reliable everywhere' },
  {
    use: 'the event securitypolicyviolation',
    harmless: 'without it, a blocked request counts as an unreachable service',
  },
  {
    use: 'open',
    harmless: 'on phones, a tab opens at any size',
  },
  { use: '<img loading>', harmless: 'without it, the logo is loaded immediately' },
  {
    use: 'Symbol.dispose',
    harmless: 'signals defines a method by it that nothing calls',
  },

  // Styles without which every screen is still complete.
  { use: 'css -webkit-font-smoothing', harmless: 'without it, text looks like other text of the system' },
  { use: 'css -webkit-tap-highlight-color', harmless: 'without it, the browser highlights a tap' },
  { use: 'css text-size-adjust', harmless: 'without it, a phone in landscape may enlarge texts' },
  {
    use: 'css color-scheme',
    harmless: 'without it, scroll bars stay light',
  },
  { use: 'css cursor', harmless: 'phones have none' },
  { use: 'css outline', harmless: 'without rounded corners' },
  {
    use: 'css overscroll-behavior',
    harmless: 'scroll-lock.ts locks the page behind as well',
  },
  {
    use: 'css scrollbar-width',
    in: ['capture-screens'],
    harmless: 'without it, a scroll bar is visible next to the camera’s controls at large zooms',
  },
  { use: 'css text-wrap', harmless: 'without it, lines break when they are full' },
  { use: 'css user-select', harmless: 'without it, the code is selected by hand' },
  {
    use: 'css :focus-visible',
    harmless: 'without it, the focus ring also appears after a press',
  },
  {
    use: 'css :backdrop',
    harmless: 'a separate rule; without a top layer there is no backdrop',
  },
  {
    use: 'css @media (forced-colors)',
    harmless: 'texts and outlines stay; shapes that are only colour have text next to them',
  },
  {
    use: 'css align-content: start',
    harmless: 'of a grid, which has known it since there are grids',
  },
  {
    use: 'css align-self: end',
    harmless: 'of a grid, which has known it since there are grids',
  },
  { use: 'css rect()', in: ['capture-screens', 'shell'], own: 'of `clip`, as old as CSS' },
  {
    use: 'css margin-inline-start',
    harmless: 'the data lacks Android WebView here; its engine is that of Chrome, which supports it since 69',
  },
  { use: 'css padding-inline-start', harmless: 'like margin-inline-start' },

  // Names with another meaning here.
  { use: '.check', own: 'a drawing' },
  { use: '.pose', in: ['continue-flow'], own: 'of a head' },
  { use: '.repeat', in: ['selfie-screens'], own: 'of a text' },
  { use: '.rel =', in: ['hosted.js', 'vendor-orchestration.js'], own: 'of a link, which all have' },
  { use: '.relList', in: ['hosted.js', 'vendor-orchestration.js'], own: 'of a link, which all have' },
  { use: '.content', own: 'of a template, which all browsers support; of a list of Tab stops' },
  { use: '.share', in: ['_analysis-worker', 'analyse-frame'], own: 'of pixels' },
  { use: '.share =', in: ['_analysis-worker', 'analyse-frame'], own: 'of pixels' },
  { use: '.font', in: ['custom-theme'], own: 'of a theme' },
  { use: '.lang', in: ['hosted.js'], own: 'of the document, which all browsers support' },
  { use: '.displayName', in: ['continue-flow'], own: 'a name that signals gives a component' },
  { use: '.displayName =', in: ['continue-flow'], own: 'a name that signals gives a component' },

  // Ambiguous names, whose newer meanings are ruled out because they need other features, too.
  { use: '.code', own: 'of an error; keys are identified by `key`' },
  { use: '.direction', own: 'of a line, of a language; that of a canvas would be assigned' },
  { use: '.dispose =', in: ['continue-flow'], own: 'ends an effect of signals' },
  { use: '.dispose', own: 'ends a model; that of Symbol is written with its name' },
  { use: '.filter', own: 'of an array; that of a canvas would be assigned' },
  { use: '.open', own: 'of a camera, of a request; that of the window is called without a dot' },
  { use: '.replace', own: 'of a string; style sheets use `replaceSync`' },
  { use: '.size', own: 'of a Map, a Blob; not of search parameters' },
  { use: '.values', own: 'of a Map; font faces are kept in arrays' },
];
