/**
 * Source of the functions that run in the pages: only text can be sent there. Written for the oldest browser that is
 * driven.
 */

/** The shadow root of the flow, and the button in it whose name begins so. Part of the scripts below. */
const finders = `
  const flow = () => {
    const host = document.querySelector('[data-vendor-orchestration]');
    return host && host.shadowRoot;
  };
  const nameOf = (element) => (element.getAttribute('aria-label') || element.textContent || '').trim();
  const seen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const buttons = (within) => Array.from(within ? within.querySelectorAll('button') : []).filter(seen);
`;

/**
 * Finds the point at which a button can be pressed: its centre, in CSS pixels, once it is in view, enabled, and nothing
 * lies above it; null until then. `place` is `flow` or a selector of the page.
 */
export const pressPoint = `(place, name) => {
  ${finders}
  const within = place === 'flow' ? flow() : document.querySelector(place);
  const button = buttons(within).find((one) => nameOf(one).indexOf(name) === 0);
  if (!button || button.disabled || button.getAttribute('aria-disabled') === 'true') return null;
  button.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = button.getBoundingClientRect();
  const x = left + width / 2;
  const y = top + height / 2;
  const hit = button.getRootNode().elementFromPoint(x, y);
  return hit && button.contains(hit) ? { x, y } : null;
}`;

/** The heading of the screen that is shown, null while there is none. */
export const headingText = `() => {
  ${finders}
  const heading = flow() && flow().querySelector('h1');
  return heading ? heading.textContent.trim() : null;
}`;

/** Whether a flow is on the page. */
export const isOpen = `() => document.querySelector('[data-vendor-orchestration]') !== null`;

/** Whether all pictures of the flow that can be seen are drawn. */
export const isDrawn = `() => {
  ${finders}
  return !flow() || Array.from(flow().querySelectorAll('img')).filter(seen).every((one) => one.complete);
}`;

/** The events that the shop has heard of the SDK, oldest first. */
export const sdkEvents = `() => Array.from(document.querySelectorAll('#log li'))
  .filter((line) => line.dataset.source === 'SDK')
  .map((line) => [line.querySelector('code'), line.querySelector('span')]
    .map((part) => (part ? part.textContent : '')).join(' ').trim())`;

/** Whether the shop is ready to be used. */
export const isShopReady = `() => document.querySelectorAll('#workflow option').length > 0`;

/** Chooses the mode in which the shop opens the flow, as its panel does. */
export const chooseMode = `(label) => {
  const panel = document.querySelector('#workbench');
  panel.open = true;
  const option = Array.from(panel.querySelectorAll('option')).find((one) => one.textContent.trim() === label);
  const list = option.closest('select');
  list.value = option.value;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}`;

/** Reads the state that a flow must leave as it found it: the attributes and children of the page's root elements. */
export const surroundings = `() => {
  const tagOf = (element) => element.cloneNode(false).outerHTML;
  const { documentElement, head, body } = document;
  return [documentElement, head, body, ...head.children, ...body.children].map(tagOf);
}`;

/** Begins to note every track that the page's cameras give; once more for a camera that takes the place of another. */
export const noteTracks = `() => {
  window.seenTracks = window.seenTracks || [];
  const media = navigator.mediaDevices;
  // WebKit forgets what is put onto an object of its own that no script holds.
  window.heldMedia = media;
  const open = media.getUserMedia.bind(media);
  media.getUserMedia = (wanted) => open(wanted).then((stream) => {
    window.seenTracks.push(...stream.getTracks());
    return stream;
  });
}`;

/** Begins to note what goes wrong on the page, and every track of a camera; gives its limits of patience time. */
export const watch = `() => {
  if (window.seenOffences) return;
  window.seenOffences = [];
  const note = (text) => window.seenOffences.push(String(text));
  addEventListener('error', (event) => note(event.message));
  addEventListener('unhandledrejection', (event) => note(event.reason));
  document.addEventListener('securitypolicyviolation', (event) =>
    note(event.violatedDirective + ' blocked ' + event.blockedURI));
  (${noteTracks})();
  const wait = window.setTimeout;
  window.setTimeout = (action, ms, ...rest) => wait(action, ms >= 20000 ? ms * 60 : ms, ...rest);
}`;

/** Reads the offences seen so far. */
export const offences = `() => window.seenOffences`;

/** The states of all tracks of cameras so far. */
export const trackStates = `() => window.seenTracks.map((track) => track.readyState)`;

/**
 * A camera that shows pictures, given as base64, one after the other: for browsers whose own fake camera shows none of ours.
 * The stream is a real one, of a canvas; all that comes after it is the browser's own.
 */
export const giveCamera = `(pictures) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return Promise.all(
    pictures.map((text) => createImageBitmap(new Blob([bytes(text)], { type: 'image/jpeg' }))),
  ).then((frames) => {
    navigator.mediaDevices.getUserMedia = () => {
      const canvas = document.createElement('canvas');
      canvas.width = frames[0].width;
      canvas.height = frames[0].height;
      const context = canvas.getContext('2d');
      let shown = 0;
      const draw = () => {
        context.drawImage(frames[shown % frames.length], 0, 0);
        shown += 1;
      };
      draw();
      const stream = canvas.captureStream(15);
      const [track] = stream.getVideoTracks();
      window.seenTracks.push(track);
      const clock = setInterval(() => (track.readyState === 'live' ? draw() : clearInterval(clock)), 66);
      return Promise.resolve(stream);
    };
  });
}`;

/** Lets the next choice of a file be this picture, given as base64. */
export const giveFile = `(text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const click = HTMLInputElement.prototype.click;
  HTMLInputElement.prototype.click = function () {
    if (this.type !== 'file') return click.call(this);
    HTMLInputElement.prototype.click = click;
    const list = new DataTransfer();
    list.items.add(new File([bytes], 'passport.jpg', { type: 'image/jpeg' }));
    this.files = list.files;
    this.dispatchEvent(new Event('change', { bubbles: true }));
  };
}`;

/** Starts a flow; answers the message that the start rejects with, or nothing once it is open. */
export const start = `(config) => VendorOrchestration.start(config).then(() => '', (error) => error.message)`;

/** Has the page take the machine for another one, with so many cores and a clock that is so many times slower. */
export const beDevice = `(cores, slowedBy) => {
  const tell = (name, value) => Object.defineProperty(navigator, name, { configurable: true, value });
  tell('hardwareConcurrency', cores);
  tell('deviceMemory', 8);
  tell('connection', { saveData: false, effectiveType: '4g' });
  const now = performance.now.bind(performance);
  performance.now = () => now() / slowedBy;
}`;

/** Begins to note what is said over the picture of a camera, each time that it is something else. */
export const listen = `() => {
  ${finders}
  window.said = [];
  const root = flow();
  const note = () => {
    const words = root.querySelector('.pill span');
    if (words && words.textContent !== window.said[window.said.length - 1]) window.said.push(words.textContent);
  };
  new MutationObserver(note).observe(root, { subtree: true, childList: true, characterData: true });
}`;

/** Reads the messages said since. */
export const said = `() => window.said`;

/** The names of the SDK's chunks that the page has loaded, e.g. face-model. */
export const loadedChunks = `() => performance.getEntriesByType('resource')
  .map(({ name }) => /\\/chunks\\/_?(.+)-[^/]{8}\\.js$/.exec(name))
  .filter((found) => found)
  .map((found) => found[1])`;

/** How the flow lies in its container: both rectangles, as x, y, width and height. */
export const places = `() => {
  const rectangle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  };
  const container = document.querySelector('#verification');
  const { x, y } = container.getBoundingClientRect();
  const { clientLeft, clientTop, clientWidth, clientHeight } = container;
  const frame = container.querySelector('[data-vendor-orchestration]').shadowRoot.querySelector('.frame');
  return {
    room: [x + clientLeft, y + clientTop, clientWidth, clientHeight].map(Math.round),
    frame: rectangle(frame),
  };
}`;

/** Describes a walk that got stuck: the page's content, its errors, and the events that the shop has heard. */
export const account = `() => ({
  heading: (${headingText})(),
  offences: window.seenOffences,
  log: Array.from(document.querySelectorAll('#log li')).map((line) => line.textContent.trim()),
})`;
