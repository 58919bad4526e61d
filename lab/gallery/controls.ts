/** Minimum width of the focus ring, in CSS pixels. */
const RING_PX = 3;

/** Tolerance for rounding, in CSS pixels. */
const SLACK_PX = 1;

/**
 * Lists the controls of a drawn flow that cannot be used by keyboard: those that focus does not scroll into view, that are
 * covered, or that show no complete focus ring; with forced colours also those that look like the text around them. One line
 * for each. Leaves out inert and disabled ones.
 */
export function findPoorControls(root: ShadowRoot): string[] {
  const controls = [
    ...root.querySelectorAll<HTMLElement>('button, a[href], input, textarea, select, summary'),
  ].filter(
    (control) =>
      !control.matches('[inert] *, :disabled') && control.checkVisibility() && control.offsetWidth > 0,
  );
  const before = root.activeElement;
  const faults = controls.flatMap((control) => {
    control.focus();
    return faultsOf(control, root).map((fault) => `${nameOf(control)} ${fault}`);
  });
  if (before instanceof HTMLElement) before.focus();
  return faults;
}

function faultsOf(control: HTMLElement, root: ShadowRoot): string[] {
  if (root.activeElement !== control) return ['cannot have the focus'];
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control);
  const ringPx = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
  const reachPx = ringPx + Math.max(0, Number.parseFloat(outlineOffset)) - SLACK_PX;
  const box = control.getBoundingClientRect();
  const room = roomFor(control);
  const isCut =
    box.left - reachPx < room.left ||
    box.right + reachPx > room.right ||
    box.top - reachPx < room.top ||
    box.bottom + reachPx > room.bottom;
  const above = root.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const hasForcedColours = matchMedia('(forced-colors: active)').matches;
  return [
    ...(ringPx < RING_PX ? ['shows no ring'] : isCut ? ['has a ring that is cut'] : []),
    ...(above && control.contains(above) ? [] : ['lies under something']),
    ...(hasForcedColours && !standsOut(control) ? ['looks like text'] : []),
  ];
}

/** Returns the viewport, reduced by every box around the control that clips or scrolls. */
function roomFor(control: HTMLElement): { left: number; right: number; top: number; bottom: number } {
  let room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let box = control.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowX === 'visible') continue;
    const edge = box.getBoundingClientRect();
    room = {
      left: Math.max(room.left, edge.left),
      top: Math.max(room.top, edge.top),
      right: Math.min(room.right, edge.right),
      bottom: Math.min(room.bottom, edge.bottom),
    };
  }
  return room;
}

/** Returns whether a control stands out by a border, a background of its own, or a drawing. */
function standsOut(control: HTMLElement): boolean {
  const { borderTopStyle, borderTopWidth } = getComputedStyle(control);
  const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1;
  return hasBorder || control.querySelector('svg') !== null;
}

function nameOf(control: HTMLElement): string {
  const words = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim();
  return `“${words.slice(0, 40)}”`;
}
