import { describe, expect, it } from 'vitest';
import { allowed } from './allowed.mjs';
import { floorFaults } from './check-floor.mjs';
import { lackedBy } from './oldest-browsers.mjs';
import { scriptUses } from './script-uses.mjs';

const usesOf = (code: string) => scriptUses(code).map(({ use }: { use: string }) => use);
const styleUses = (css: string) => usesOf(`root.adopt(${JSON.stringify(css)})`);

describe('features of a script that one of the oldest browsers lacks', () => {
  it.each([
    ['Object.hasOwn(a, "b")', 'Object.hasOwn'],
    ['Object.groupBy(list, key)', 'Object.groupBy'],
    ['structuredClone(a)', 'structuredClone'],
    ['self.structuredClone(a)', '.structuredClone'],
    ['new OffscreenCanvas(1, 1)', 'OffscreenCanvas'],
    ['crypto.randomUUID()', 'crypto.randomUUID'],
    ['page.crypto.randomUUID()', '.randomUUID'],
    ['AbortSignal.timeout(5)', 'AbortSignal.timeout'],
    ['signal.throwIfAborted()', '.throwIfAborted'],
    ['Promise.any(all)', 'Promise.any'],
    ['URL.canParse(text)', 'URL.canParse'],
    ['list.at(-1)', '.at'],
    ['list["at"](-1)', '.at'],
    ['list?.findLast(test)', '.findLast'],
    ['text.replaceAll("a", "b")', '.replaceAll'],
    ['all.values().map(one)', 'iterator.map'],
    ['document.startViewTransition(draw)', 'document.startViewTransition'],
    ['parent.replaceChildren(child)', '.replaceChildren'],
    ['canvas.filter = "blur(2px)"', '.filter ='],
    ['target.addEventListener("a", f, { signal })', 'addEventListener({ signal })'],
    ['fetch(url, { priority: "high" })', 'fetch({ priority })'],
    ['list.addEventListener("scrollend", f)', 'the event scrollend'],
    ['document.createElement("dialog")', '<dialog>'],
    ['h("button", { popovertarget: "x" })', '<button popovertarget>'],
    ['h("dialog", null, text)', '<dialog>'],
    ['box.setAttribute("inert", "")', 'the attribute inert'],
  ])('finds %s', (code, use) => {
    expect(usesOf(code)).toContain(use);
  });

  it.each([
    ['a ??= b', '??='],
    ['a ||= b', '||='],
    ['class A { #b = 1 }', 'PrivateIdentifier'],
    ['class A { static { a() } }', 'StaticBlock'],
    ['await a; export {}', 'await at the top'],
    ['export * as all from "./a.js"', 'export * as'],
    ['/(?<=a)b/.test(text)', 'a lookbehind in a regular expression'],
    ['/[a--b]/v.test(text)', '/…/v'],
    ['a?.(...b, c)', 'an argument after a spread one in an optional chain'],
    ['a?.b(...c, d).e', 'an argument after a spread one in an optional chain'],
  ])('finds the syntax %s', (code, use) => {
    expect(usesOf(code)).toContain(use);
  });

  it.each([
    'const at = 1; export { at }',
    'const structuredClone = (a) => a; structuredClone(b)',
    'Object.values(all).map(one)',
    'list.map(one).forEach(tell)',
    'a?.(b, ...c); d?.[0].e(...f)',
    'a?.b ?? c; class A { b() {} }; async () => { await a; }',
    'const { at } = list; /(?:a|b)(?=c)/u.test(text)',
    'target.addEventListener("click", f, { once: true, passive: true })',
    'h("button", { disabled: true, onClick: f })',
    'say("dialog, please: { this } is no style sheet")',
  ])('accepts what all browsers support: %s', (code) => {
    expect(scriptUses(code)).toEqual([]);
  });

  it('parses selectors as in style sheets', () => {
    expect(usesOf('root.querySelector("a:focus-visible")')).toEqual(['css :focus-visible']);
    expect(usesOf('const lists = ["a", "a[href]:not([inert]):not([inert] *)"]')).toEqual(['css :not(a, b)']);
    expect(usesOf('find("a:not(.b):first-child, ::after"); say("a:b", "at 10:30", "(hover:hover)")')).toEqual(
      [],
    );
  });

  it("checks a script that is stored as text, such as a worker's", () => {
    const worker = `${'/* long enough to be no word */'.repeat(8)} self.onmessage = () => { structuredClone(1); };`;
    expect(usesOf(`export const source = ${JSON.stringify(worker)}`)).toEqual(['structuredClone']);
    expect(usesOf(`export const source = \`${worker}\``)).toEqual(['structuredClone']);
  });
});

describe('features of a style sheet that one of the oldest browsers lacks', () => {
  it.each([
    ['.a { inset: 0 }', 'css inset'],
    ['.a { aspect-ratio: 1 }', 'css aspect-ratio'],
    ['.a { accent-color: red }', 'css accent-color'],
    ['.a { height: 100dvh }', 'css 1dvh'],
    ['.a { overflow: clip }', 'css overflow: clip'],
    ['.a { width: calc(1px * round(1.5)) }', 'css round()'],
    ['.a:focus-visible { color: red }', 'css :focus-visible'],
    [':is(.a, .b) { color: red }', 'css :is'],
    ['.a:has(.b) { color: red }', 'css :has'],
    ['.a:not(.b, .c) { color: red }', 'css :not(a, b)'],
    ['.a { display: flex; gap: 4px }', 'css gap in flex'],
    ['.a { padding-inline: 4px }', 'css padding-inline'],
    ['.a { &:hover { color: red } }', 'css &'],
    ['@layer a { .b { color: red } }', 'css @layer'],
    ['@container (width > 1px) { .b { color: red } }', 'css @container'],
    ['@media (width >= 600px) { .b { color: red } }', 'css @media with < or >'],
    ['@media (prefers-contrast: more) { .b { color: red } }', 'css @media (prefers-contrast)'],
    ['.a { colour: red }', 'css colour'],
  ])('finds %s', (css, use) => {
    expect(styleUses(css)).toContain(use);
  });

  it.each([
    '.a { display: grid; gap: 4px; grid-gap: 4px; padding-inline-start: 1px; --any: 1dvh }',
    '.a { height: 100vh; height: 100dvh }',
    '@supports (height: 100dvh) { .a { height: 100dvh } }',
    '@media (min-width: 600px) and (prefers-color-scheme: dark) { .a > .b::before { content: "" } }',
  ])('accepts what all browsers support, and newer values with a fallback: %s', (css) => {
    expect(styleUses(css).filter((use) => !use.includes('padding-inline-start'))).toEqual([]);
  });

  it('finds a newer value without a fallback, whatever precedes its block', () => {
    expect(styleUses('.a { height: 100vh } .b { height: 100dvh }')).toEqual(['css 1dvh']);
    expect(styleUses('@supports (height: 100dvh) { .a { color: red } } .b { height: 100dvh }')).toEqual([
      'css 1dvh',
    ]);
  });

  it('checks styles that a script sets directly', () => {
    expect(usesOf('box.style.aspectRatio = "1"')).toEqual(['css aspect-ratio']);
    expect(usesOf('box.style.setProperty("inset", "0")')).toEqual(['css inset']);
    expect(usesOf('box.style.cssText = "top:0;inset:0"')).toEqual(['css inset']);
    expect(usesOf('place({ "aspect-ratio": "1" })')).toEqual(['css aspect-ratio']);
    expect(usesOf('adopt(`.a{inset:$' + '{b}}`)')).toEqual(['css inset']);
  });
});

describe('the check of built files', () => {
  const files = { 'chunks/shell-D95YxxzO.js': 'list.at(-1)' };

  it('fails for a feature that is not allowed, and names file, feature and browsers', () => {
    expect(floorFaults(files, [])).toEqual([
      expect.stringMatching(/^shell uses \.at \(javascript\.builtins\.\w+\.at: .*firefox 90.*\): list\.at/),
    ]);
    expect(floorFaults(files, [{ use: '.at', in: ['entry'], guard: '' }])).toHaveLength(2);
  });

  it('accepts a feature that is allowed in this chunk, or anywhere', () => {
    expect(floorFaults(files, [{ use: '.at', in: ['shell'], guard: '' }])).toEqual([]);
    expect(floorFaults(files, [{ use: '.at', own: '' }])).toEqual([]);
  });

  it('fails for an allowed feature that is not used', () => {
    expect(floorFaults(files, [{ use: '.at', in: ['shell', 'entry'], guard: '' }])).toEqual([
      'allowed.mjs allows .at in entry, which is not used there.',
    ]);
  });

  it('requires exactly one reason for each entry', () => {
    for (const { use, guard, harmless, own } of allowed)
      expect(
        [guard, harmless, own].filter((reason) => reason),
        use,
      ).toHaveLength(1);
  });
});

describe('support data of a feature', () => {
  const since = (support: object) => lackedBy({ support: { safari: support } as never });

  it('counts versions before the one that added a feature as lacking it', () => {
    expect(since({ version_added: '15.4' })).toEqual(['safari 15.4']);
    expect(since({ version_added: false })).toEqual(['safari never']);
    expect(since({ version_added: 'preview' })).toEqual(['safari preview']);
    expect(since({ version_added: '15' })).toEqual([]);
    expect(since({ version_added: '≤9.1' })).toEqual([]);
  });

  it('counts a feature that is partial, behind a flag, prefixed or removed as lacking', () => {
    expect(since({ version_added: '9', partial_implementation: true })).toEqual(['safari 9 in part']);
    expect(since({ version_added: '9', flags: [{}] })).toHaveLength(1);
    expect(since([{ version_added: '16' }, { version_added: '9', prefix: 'webkit' }])).toHaveLength(1);
    expect(since([{ version_added: '16' }, { version_added: '9', alternative_name: 'b' }])).toHaveLength(1);
    expect(since({ version_added: '9', version_removed: '12' })).toHaveLength(1);
    expect(since({ version_added: '9', version_removed: '17' })).toEqual([]);
  });
});
