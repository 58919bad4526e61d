import type { Page } from '@playwright/test';

/**
 * Finds unreadable text: overlapping other text, outside its box, or cut off. Text that is shortened by an ellipsis, scrolls,
 * or is for screen readers only does not count. An open dialog or menu hides what is below it.
 */
export function crowdingOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Piece {
      readonly text: string;
      readonly element: Element;
      /** Popover that contains it, which lies over the page. */
      readonly layer: Element | null;
      readonly box: DOMRect;
    }
    /** Tolerated overhang of text, in px: side bearings of letters, and line heights. */
    const [aside, above] = [1.5, 3];
    const faults: string[] = [];
    const pieces: Piece[] = [];
    scrollTo(0, 0);
    const dialogs = [...document.querySelectorAll('dialog[open]')];
    const root = dialogs.at(-1) ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || !isShown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.height < 2) continue;
        const fault = faultInBoxes(element, box);
        if (fault === 'out of view') continue;
        if (fault) faults.push(`“${text.slice(0, 40)}” ${fault}`);
        pieces.push({ text, element, layer: element.closest('.popover'), box });
      }
    }
    for (const [index, one] of pieces.entries())
      for (const other of pieces.slice(index + 1)) {
        if (one.element === other.element || one.layer !== other.layer) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > aside && down > above + 2)
          faults.push(`“${one.text.slice(0, 40)}” lies over “${other.text.slice(0, 40)}”`);
      }
    return [...new Set(faults)];

    function isShown(element: Element): boolean {
      // Line numbers of an editor move when its text scrolls.
      if (element.closest('.gutter, .hidden, .skip, script, style, option, textarea, [inert]')) return false;
      if (element.closest('thead') && getComputedStyle(element.closest('thead')!).clipPath !== 'none')
        return false;
      return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    }

    /** Compares a line of text with the boxes around it, up to the nearest scroll container. */
    function faultInBoxes(element: Element, box: DOMRect): string | null {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        const around = at.getBoundingClientRect();
        if (style.display === 'inline' || style.display === 'contents') continue;
        const isOut = box.left < around.left - aside || box.right > around.right + aside;
        const isCut = box.top < around.top - above || box.bottom > around.bottom + above;
        if (/auto|scroll/.test(style.overflowX + style.overflowY))
          return isOut || isCut ? 'out of view' : null;
        const name = `${at.localName}.${at.className || '–'}`;
        if (style.overflowX !== 'visible') {
          if (style.textOverflow === 'ellipsis') return isOut ? 'out of view' : null;
          if (isOut || isCut) return `is cut off by ${name}`;
        }
        const hasEdge =
          style.borderInlineStartWidth !== '0px' || style.backgroundColor !== 'rgba(0, 0, 0, 0)';
        if (isOut && hasEdge) return `stands outside of ${name}`;
        if (style.position === 'fixed') return null;
      }
      return box.left < -aside || box.right > innerWidth + aside ? 'stands outside of the page' : null;
    }
  });
}
