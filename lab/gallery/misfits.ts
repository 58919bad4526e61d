/** Tolerance for rounding, in CSS pixels. */
const SLACK_PX = 1;

/** Minimum size of a pressable element, in CSS pixels (WCAG 2.2, 2.5.5 target size, enhanced). */
const TARGET_PX = 44;

interface Room {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Lists everything that does not fit into a frame, either that of a drawn flow or the body of a page: text that is cut or
 * leaves its box, boxes wider than the frame, elements that scroll sideways, buttons too small to press, controls of the camera
 * out of view. One line for each.
 *
 * Leaves out drawings, and text for screen readers (`.unseen`).
 */
export function findMisfits(frame: Element): string[] {
  const elements = [...frame.querySelectorAll('*')].filter(
    (element): element is HTMLElement => element instanceof HTMLElement && isSeen(element),
  );
  return [
    ...elements.flatMap((element) => cutTexts(element, frame)),
    ...elements.filter(scrollsSideways).map((element) => `${nameOf(element)} scrolls sideways`),
    ...elements.filter(isTooSmall).map((button) => `${nameOf(button)} is too small to press`),
    ...elements
      .filter((element) => sticksOut(element, frame))
      .map((element) => `${nameOf(element)} sticks out`),
  ];
}

function isSeen(element: HTMLElement): boolean {
  // The frame cuts picture and mask on purpose.
  return (
    element.closest('.unseen, .stage, option') === null &&
    // Leaves out the content of a closed `<details>`.
    element.checkVisibility() &&
    element.offsetWidth > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    // The camera's heading is clipped where there is no space to show it.
    getComputedStyle(element).clip === 'auto'
  );
}

/** Returns the texts directly in an element that are not completely within its box and all clipping boxes. */
function cutTexts(element: HTMLElement, frame: Element): string[] {
  const texts = [...element.childNodes].filter(
    (node): node is Text => node instanceof Text && node.data.trim() !== '',
  );
  if (texts.length === 0) return [];
  const room = roomFor(element, frame);
  return texts.flatMap((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const isCut = [...range.getClientRects()].some((line) => !isWithin(line, room));
    return [
      ...(isCut ? [`“${text.data}” is cut`] : []),
      // File names are the user's own, of any length and in no language; a company's own words have a `lang`.
      ...(element.matches('bdi:not([lang])') ? [] : brokenWords(text)).map(
        (word) => `“${word}” is broken off`,
      ),
    ];
  });
}

/** Returns words that do not fit on one line. Chinese text may break between any two characters. */
function brokenWords(text: Text): string[] {
  return [...text.data.matchAll(/[^\s\p{Script=Han}-]+/gu)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    return tops.size > 1 ? [word] : [];
  });
}

/**
 * Returns the box of the element's block, cut by the clipping boxes around it. The nearest box that scrolls vertically, and the
 * boxes around that one, do not cut it vertically, because users can scroll to it.
 */
function roomFor(element: HTMLElement, frame: Element): Room {
  let room: Room = blockOf(element).getBoundingClientRect();
  // Ascenders and diacritics may extend above and below a line.
  room = { left: room.left, right: room.right, top: room.top - 4, bottom: room.bottom + 4 };
  let scrolls = false;
  for (let box: Element | null = element; box && box !== frame.parentElement; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const edge = box.getBoundingClientRect();
    if (overflowX !== 'visible')
      room = { ...room, left: Math.max(room.left, edge.left), right: Math.min(room.right, edge.right) };
    if (overflowY === 'auto' || overflowY === 'scroll') scrolls = true;
    if (overflowY !== 'visible' && !scrolls)
      room = { ...room, top: Math.max(room.top, edge.top), bottom: Math.min(room.bottom, edge.bottom) };
  }
  return room;
}

function blockOf(element: HTMLElement): HTMLElement {
  let block = element;
  while (getComputedStyle(block).display === 'inline' && block.parentElement) block = block.parentElement;
  return block;
}

function isWithin(line: DOMRect, room: Room): boolean {
  return (
    line.left >= room.left - SLACK_PX &&
    line.right <= room.right + SLACK_PX &&
    line.top >= room.top - SLACK_PX &&
    line.bottom <= room.bottom + SLACK_PX
  );
}

function scrollsSideways(element: HTMLElement): boolean {
  return (
    element.scrollWidth > element.clientWidth + SLACK_PX && getComputedStyle(element).display !== 'inline'
  );
}

function isTooSmall(element: HTMLElement): boolean {
  if (!element.matches('button, input, textarea, select, summary')) return false;
  const { width, height } = element.getBoundingClientRect();
  return width < TARGET_PX || height < TARGET_PX;
}

/**
 * Returns whether an element is beside the frame, or above or below it where nothing scrolls (over the camera's picture). A
 * shutter that can be pressed must be in view even where the controls scroll.
 */
function sticksOut(element: HTMLElement, frame: Element): boolean {
  const edge = frame.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const isBeside = box.left < edge.left - SLACK_PX || box.right > edge.right + SLACK_PX;
  const isStatic = element.closest('.page.camera') !== null && !isScrolled(element);
  return isBeside || (isStatic && (box.top < edge.top - SLACK_PX || box.bottom > edge.bottom + SLACK_PX));
}

function isScrolled(element: HTMLElement): boolean {
  const controls = element.closest('.camera-controls');
  return (
    !element.matches('.shutter[aria-disabled="false"]') &&
    controls !== null &&
    getComputedStyle(controls).overflowY === 'auto'
  );
}

function nameOf(element: HTMLElement): string {
  const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
  return `.${[...element.classList].join('.') || element.tagName} “${words.slice(0, 40)}”`;
}
