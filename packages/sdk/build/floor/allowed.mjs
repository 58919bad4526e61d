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
    harmless: 'where it is not known a focus that is given to the element goes nowhere',
  },
  {
    use: '.delegatesFocus',
    in: ['shell'],
    guard: 'asked whether it is there before the element is made a stop of the Tab key',
  },

  // A form.
  {
    use: 'css resize',
    in: ['form-screens'],
    harmless: 'where it is not known a field of several lines keeps its size',
  },
  {
    use: 'Intl.DisplayNames',
    in: ['form-screens'],
    guard: 'asked for within a try; countries are told by their codes otherwise',
  },
  {
    use: '.isComposing',
    in: ['form-screens'],
    own: 'of an event of the keyboard, which has it since Safari 10.1; the data means those of input',
  },
  {
    use: '<input inputmode>',
    in: ['form-screens'],
    harmless: 'where it is not known a phone shows all of its keys',
  },

  // The drawn camera of the sandbox.
  {
    use: '.translate',
    in: ['sandbox-kit'],
    own: 'of a canvas; the data means the member of an element',
  },
  {
    use: '.font =',
    in: ['sandbox-kit'],
    harmless: 'canvases have it since ever; the data means a keyword of it',
  },
  {
    use: '.entries',
    in: ['sandbox-kit'],
    own: 'of an array',
  },
  {
    use: '.captureStream',
    in: ['sandbox-kit'],
    own: 'of a canvas, which has it since Safari 11; the data means that of a video',
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
    harmless: 'styles and scripts have it since Safari 10 (CSP 2); the data means every element',
  },
  {
    use: '.nonce',
    in: ['hosted.js'],
    own: 'the nonce of a start; that of the script is read as an attribute where there is no member',
  },

  // Live picture of a camera.
  {
    use: '.muted',
    in: ['watch-picture'],
    harmless:
      'Firefox before 84 mutes no track; frames that stay away and black pictures are noticed there too',
  },
  {
    use: '.requestVideoFrameCallback',
    in: ['watch-picture'],
    guard: 'called where it exists; the count of frames tells otherwise',
  },

  // Modals: the top layer and `inert`.
  {
    use: 'the attribute inert',
    in: ['continue-flow', 'trap-focus'],
    guard: 'aria-hidden stands beside it, and a trap keeps the Tab key inside',
  },
  { use: '.inert', harmless: 'focus-trap reads the attribute as well' },
  { use: '.ariaHidden', harmless: 'focus-trap reads the attribute as well' },
  {
    use: 'css :modal',
    in: ['raise-again'],
    guard: 'where it is no selector it throws, and any open dialog counts as a modal',
  },
  { use: '.checkVisibility', in: ['trap-focus'], guard: 'focus-trap asks with `in`, and measures otherwise' },
  {
    use: 'the event cancel',
    in: ['shell'],
    guard: 'of a dialog, not of a file input: raise asks for showModal, and the frame hears Escape otherwise',
  },
  {
    use: 'focus({ preventScroll })',
    harmless: 'what takes the focus is in view already; phones scroll to it',
  },
  {
    use: 'the event touchstart',
    harmless: 'browsers of computers without a touch screen have none',
  },
  {
    use: 'the event touchmove',
    harmless: 'browsers of computers without a touch screen have none',
  },
  { use: 'Error({ cause })', harmless: 'the message says it, too' },

  // The camera.
  {
    use: 'orientation',
    in: ['lenses'],
    guard: 'asked for by typeof: that the browsers of computers lack it is what is asked',
  },
  {
    use: '.enumerateDevices',
    harmless: 'Firefox names no speakers, which nobody asks for',
  },
  {
    use: '.getCapabilities',
    in: ['lenses'],
    guard: 'called with `?.`: no torch then, and no doubts about the lens',
  },
  { use: '.getUserMedia', in: ['page-findings'], own: 'that of mediaDevices, which all have' },
  {
    use: 'the event devicechange',
    in: ['camera-changes'],
    harmless: 'where it never comes, the cameras are asked for again at the next try',
  },
  {
    use: 'navigator.permissions',
    in: ['camera-changes'],
    guard: 'within a try: what is not there does not tell',
  },
  {
    use: '.srcObject =',
    harmless: 'what was missing of it is Blobs and media sources; ours is a stream',
  },
  { use: '.muted =', in: ['capture-kit'], own: 'that of a video, which all have' },
  { use: '.playsInline =', harmless: 'Firefox plays inline anyway' },
  { use: '<video playsinline>', harmless: 'Firefox plays inline anyway' },
  {
    use: '<video disablepictureinpicture>',
    harmless: 'an offer of the browser stays there',
  },
  { use: 'navigator.vibrate', in: ['capture-screens'], guard: 'called with `?.`: seen and heard, not felt' },
  { use: '.imageSmoothingQuality =', harmless: 'Firefox has one quality' },
  { use: '.featurePolicy', in: ['page-findings'], guard: 'asked for with `?.`: the finding is left out' },

  // Values that the device report reads.
  { use: '.devicePixelRatio', in: ['report-device'], harmless: 'that of Safari knows no zoom' },
  { use: '.hardwareConcurrency', in: ['report-device'], guard: 'told as null where it is no number' },
  { use: '.deviceMemory', in: ['report-device'], guard: 'told as null where it is no number' },

  // Requests.
  {
    use: 'fetch({ referrerPolicy })',
    harmless: 'the host of the font learns the origin of the page',
  },
  { use: '.onLine', harmless: 'only `false` counts, which is true everywhere' },
  {
    use: 'the event securitypolicyviolation',
    harmless: 'a blocked request counts as a service out of reach',
  },
  {
    use: 'open',
    harmless: 'phones open a tab of any size',
  },
  { use: '<img loading>', harmless: 'the logo is loaded at once' },
  {
    use: 'Symbol.dispose',
    harmless: 'signals names a method by it that nobody calls',
  },

  // Styles without which every screen is still complete.
  { use: 'css -webkit-font-smoothing', harmless: 'letters look as all others of the system' },
  { use: 'css -webkit-tap-highlight-color', harmless: 'a tap is marked by the browser' },
  { use: 'css text-size-adjust', harmless: 'a phone that lies may enlarge texts' },
  {
    use: 'css color-scheme',
    harmless: 'scroll bars stay light',
  },
  { use: 'css cursor', harmless: 'phones have none' },
  { use: 'css outline', harmless: 'it is drawn with right angles' },
  {
    use: 'css overscroll-behavior',
    harmless: 'the page behind is locked by scroll-lock.ts as well',
  },
  {
    use: 'css scrollbar-width',
    in: ['capture-screens'],
    harmless: 'the bar beside the camera’s controls is seen, at zooms at which they scroll',
  },
  { use: 'css text-wrap', harmless: 'lines break where they are full' },
  { use: 'css user-select', harmless: 'the code is selected by hand' },
  {
    use: 'css :focus-visible',
    harmless: 'the rule that takes the ring from who presses is dropped: the ring stays',
  },
  {
    use: 'css :backdrop',
    harmless: 'a rule of its own; without a top layer there is no backdrop',
  },
  {
    use: 'css @media (forced-colors)',
    harmless: 'texts and outlines stay; shapes made of colour alone have words beside them',
  },
  {
    use: 'css align-content: start',
    harmless: 'of a grid, which has known it since there are grids',
  },
  {
    use: 'css align-self: end',
    harmless: 'of a grid, which has known it since there are grids',
  },
  { use: 'css rect()', in: ['capture-screens', 'shell'], own: 'that of `clip`, as old as CSS' },
  {
    use: 'css margin-inline-start',
    harmless:
      'the data does not name an Android WebView for it; the engine is that of Chrome, which has it since 69',
  },
  { use: 'css padding-inline-start', harmless: 'as margin-inline-start' },

  // Names with another meaning here.
  { use: '.check', own: 'a drawing' },
  { use: '.pose', in: ['continue-flow'], own: 'of a head' },
  { use: '.repeat', in: ['selfie-screens'], own: 'of a text' },
  { use: '.rel =', in: ['hosted.js', 'vendor-orchestration.js'], own: 'of a link, which all have' },
  { use: '.relList', in: ['hosted.js', 'vendor-orchestration.js'], own: 'of a link, which all have' },
  { use: '.content', own: 'of a template, which all have; of a list of what can be tabbed to' },
  { use: '.share', in: ['_analysis-worker', 'analyse-frame'], own: 'of pixels' },
  { use: '.share =', in: ['_analysis-worker', 'analyse-frame'], own: 'of pixels' },
  { use: '.font', in: ['custom-theme'], own: 'of a theme' },
  { use: '.lang', in: ['hosted.js'], own: 'of the document, which all have' },
  { use: '.displayName', in: ['continue-flow'], own: 'a name that signals gives a component' },
  { use: '.displayName =', in: ['continue-flow'], own: 'a name that signals gives a component' },

  // Ambiguous names, whose newer meanings are ruled out because they need other features, too.
  { use: '.code', own: 'of an error; keys are told by `key`' },
  { use: '.direction', own: 'of a line, of a language; that of a canvas would be given a value' },
  { use: '.dispose =', in: ['continue-flow'], own: 'ends an effect of signals' },
  { use: '.dispose', own: 'ends a model; that of Symbol is named with it' },
  { use: '.filter', own: 'of an array; that of a canvas would be given a value' },
  { use: '.open', own: 'of a camera, of a request; that of the window is named without a dot' },
  { use: '.replace', own: 'of a text; style sheets are replaced at once' },
  { use: '.size', own: 'of a Map, a Blob; search parameters are not counted' },
  { use: '.values', own: 'of a Map; faces of a font are kept in lists' },
];
