/**
 * Sources of functions that run in pages, as text because only text can be sent there. Written for the oldest browser driven
 * here.
 */

/** Finds the shadow root of the flow, and a button in it by the beginning of its name. Part of the scripts below. */
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
 * Returns the centre of a button, in CSS pixels, once it is in view, enabled and not covered; null until then. `place` is
 * `flow` or a selector of the page.
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

/** Returns the heading of the current screen; null if there is none. */
export const headingText = `() => {
  ${finders}
  const heading = flow() && flow().querySelector('h1');
  return heading ? heading.textContent.trim() : null;
}`;

/** Returns whether a flow is on the page. */
export const isOpen = `() => document.querySelector('[data-vendor-orchestration]') !== null`;

/** Returns whether all visible pictures of the flow have loaded. */
export const isDrawn = `() => {
  ${finders}
  return !flow() || Array.from(flow().querySelectorAll('img')).filter(seen).every((one) => one.complete);
}`;

/** Returns the SDK events that the shop received, oldest first. */
export const sdkEvents = `() => Array.from(document.querySelectorAll('#log li'))
  .filter((line) => line.dataset.source === 'SDK')
  .map((line) => [line.querySelector('code'), line.querySelector('span')]
    .map((part) => (part ? part.textContent : '')).join(' ').trim())`;

/** Returns whether the shop is ready for use. */
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

/** Reads the state that a flow must restore: the attributes and children of the page's root elements. */
export const surroundings = `() => {
  const tagOf = (element) => element.cloneNode(false).outerHTML;
  const { documentElement, head, body } = document;
  return [documentElement, head, body, ...head.children, ...body.children].map(tagOf);
}`;

/** Starts recording every track of the page's cameras. Call it again after the camera was replaced. */
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

/** Starts recording errors, policy violations and camera tracks of the page, and extends its timeouts. */
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

/** Returns the offences recorded so far. */
export const offences = `() => window.seenOffences`;

/** Returns the states of all recorded camera tracks. */
export const trackStates = `() => window.seenTracks.map((track) => track.readyState)`;

/**
 * Installs a camera that shows base64 pictures in a loop, for browsers whose fake camera cannot play our video. The stream is
 * that of a real canvas; all further processing is the browser's own.
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

/** Makes the next file chooser return this base64 picture. */
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

/** Starts a flow and returns the message of the rejection, or an empty text once it is open. */
export const start = `(config) => VendorOrchestration.start(config).then(() => '', (error) => error.message)`;

/** Fakes a device with the given number of cores and a clock slowed by a factor. */
export const emulateDevice = `(cores, slowedBy) => {
  const tell = (name, value) => Object.defineProperty(navigator, name, { configurable: true, value });
  tell('hardwareConcurrency', cores);
  tell('deviceMemory', 8);
  tell('connection', { saveData: false, effectiveType: '4g' });
  const now = performance.now.bind(performance);
  performance.now = () => now() / slowedBy;
}`;

/** Starts recording the messages shown over the camera picture, without immediate repetitions. */
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

/** Returns the recorded messages. */
export const said = `() => window.said`;

/** Returns the names of the SDK's chunks that the page has loaded, e.g. face-model. */
export const loadedChunks = `() => performance.getEntriesByType('resource')
  .map(({ name }) => /\\/chunks\\/_?(.+)-[^/]{8}\\.js$/.exec(name))
  .filter((found) => found)
  .map((found) => found[1])`;

/** Returns the rectangles of the flow and its container, as x, y, width and height. */
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

/** Describes a journey that is stuck: the page's content, its errors, and the SDK events that the shop received. */
export const describePage = `() => ({
  heading: (${headingText})(),
  offences: window.seenOffences,
  log: Array.from(document.querySelectorAll('#log li')).map((line) => line.textContent.trim()),
})`;
