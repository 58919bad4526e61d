import { describe, expect, it } from 'vitest';
import { parseFontFamily } from './font-family.ts';

describe('parseFontFamily', () => {
  it.each(['Inter', 'Source Sans 3', 'IBM-Plex_Sans'])(
    'accepts the font family %s',
    { tags: ['S4.5-19', 'DSDK-84', 'DSDK-97'] },
    (family) => {
      expect(parseFontFamily(family)).toBe(family);
    },
  );

  it.each(['', '3', 'a"b', "a'b", 'a;b', 'a\\b', 'a}b', 'a,b', 'x'.repeat(65)])(
    'rejects %j as a font family',
    { tags: ['S4.5-19', 'DSDK-84', 'DSDK-97'] },
    (family) => {
      expect(parseFontFamily(family)).toBeNull();
    },
  );
});
