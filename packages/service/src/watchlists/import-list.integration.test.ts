import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importList } from './import-list.ts';
import { listWatchlists, removeWatchlist } from './list-folder.ts';
import { readDates } from './read-dates.ts';
import { createScreening } from './screen-name.ts';
import type { ListFormat } from './watchlist.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'vo-lists-')), 'lists');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const simple = `id,name,aliases,birth_dates,countries
1,Anna Eriksson,"Erikson, Anna;Анна Эрикссон",1974-08-12,se
2,"Nowak, ""Piotr""",,1950;1951,PL;DE
`;

const openSanctions = `"id","schema","name","aliases","birth_date","countries","dataset"
"Q1","Person","Anna Eriksson","A. Eriksson","1974-08-12","se","Example"
"Q2","Company","Eriksson Trading","","","se","Example"
`;

const sdn = `<?xml version="1.0"?>
<sdnList xmlns="http://tempuri.org/sdnList.xsd">
  <publshInformation><Publish_Date>01/01/2030</Publish_Date></publshInformation>
  <sdnEntry>
    <uid>36</uid><firstName>Anna</firstName><lastName>ERIKSSON</lastName><sdnType>Individual</sdnType>
    <akaList><aka><uid>7</uid><type>a.k.a.</type><category>strong</category><lastName>LINDGREN</lastName><firstName>Anna &amp; Maria</firstName></aka></akaList>
    <addressList><address><uid>9</uid><country>France</country></address></addressList>
    <nationalityList><nationality><uid>8</uid><country>Korea, North</country></nationality></nationalityList>
    <dateOfBirthList><dateOfBirthItem><uid>5</uid><dateOfBirth>12 Aug 1974</dateOfBirth></dateOfBirthItem></dateOfBirthList>
  </sdnEntry>
  <sdnEntry><uid>40</uid><lastName>A SHIP</lastName><sdnType>Vessel</sdnType></sdnEntry>
</sdnList>`;

const importText = (text: string, format: ListFormat = 'simple-csv', importedAt = 1000) =>
  importList(
    folder,
    Readable.from([text]),
    { id: 'a-list', format, source: 'An example', importedAt },
    { mayShrink: false },
  );
async function search(
  fullName: string,
  more: { birthDate?: string; isBirthDateTyped?: boolean; countries?: string[] } = {},
) {
  const lists = await listWatchlists(folder);
  const hits = createScreening()({
    fullName,
    birthDate: null,
    countries: [],
    threshold: 0.88,
    lists,
    ...more,
  });
  if (hits === null) throw new Error('The name cannot be looked for.');
  return hits;
}

describe('importList', () => {
  it('finds people by name, alias and name in another script, and returns what agrees', {
    tags: ['S1-19'],
  }, async () => {
    expect(await importText(simple)).toMatchObject({ entries: 2, names: 3, skipped: 0 });
    expect(await search('ERIKSSON ANNA', { birthDate: '1974-08-12', countries: ['SE'] })).toEqual([
      {
        list: 'a-list',
        entry: '1',
        name: 'Anna Eriksson',
        score: 1,
        agreed: ['NAME', 'BIRTH_DATE', 'COUNTRY'],
        birthDates: ['1974-08-12'],
        countries: ['SE'],
      },
    ]);
    expect((await search('Piotr Nowak'))[0]).toMatchObject({ entry: '2', agreed: ['NAME'] });
    expect(await search('Jane Brown')).toEqual([]);
    expect(await search('Anna Eriksson', { birthDate: '1999-01-01' })).toEqual([]);
    const typed = { birthDate: '1999-01-01', isBirthDateTyped: true };
    expect((await search('Anna Eriksson', typed))[0]).toMatchObject({ entry: '1', agreed: ['NAME'] });
  });

  it.each([
    ['习近平', 'XI, Jinping'],
    ['习近平', 'Jinping XI'],
    ['习近平', 'XI Jin Ping'],
    ['欧阳娜娜', 'OUYANG Nana'],
    ['习近平', '习近平'],
    ['صدام حسين', 'صدام حسين'],
    ['صدام حسين', 'HUSSEIN, Saddam'],
    ['محمد عمر', 'OMAR, Mohammed'],
    ['Jelena Petrova', 'PETROVA Yelena'],
    ['E. Prigozhin', 'PRIGOZHIN Yevgeny'],
    ['Bin Laden', 'Usama BIN LADEN'],
    ['Hambali Nurjaman', 'FNU Hambali'],
    ['Hamza', 'Abu Hamza'],
    ['Haji Suharto', 'Suharto'],
  ])('finds %s in a list with %s', async (fullName, listed) => {
    await importText(`id,name\n1,"${listed}"\n2,Jane Brown\n`);
    expect((await search(fullName)).map(({ entry }) => entry)).toEqual(['1']);
  });

  it('counts the names in scripts that cannot be compared with Latin names', async () => {
    const text = 'id,name,aliases\n1,Xi Jinping,习近平\n2,山田たろう,Taro Yamada\n3,Владимир,\n';
    expect((await importText(text)).scripts).toEqual({ Han: 2, Hiragana: 1 });
    expect((await listWatchlists(folder))[0]?.scripts).toEqual({ Han: 2, Hiragana: 1 });
  });

  it('returns an exact hit before 20 others of the same score', async () => {
    const others = Array.from({ length: 25 }, (_, id) => `${id},Anna Eriksson,1974-01-${10 + (id % 10)}\n`);
    await importText(`id,name,birth_dates\n${others.join('')}exact,Anna Eriksson,1974-08-12\n`);
    const hits = await search('Anna Eriksson', { birthDate: '1974-08-12' });
    expect(hits).toHaveLength(20);
    expect(hits[0]?.entry).toBe('exact');
  });

  it('reports the same name of an entry although an alias has the same score', async () => {
    await importText('id,name,aliases,birth_dates\n1,Anna Erikson,Anna Eriksson,1974-08-12\n');
    const [hit] = await search('Anna Eriksson', { birthDate: '1974-08-12' });
    expect(hit?.agreed).toEqual(['NAME', 'BIRTH_DATE']);
  });

  it.each(['.', '—', '???', ' '])(
    'returns null for the name "%s", which has no letter or digit',
    async (fullName) => {
      await importText(simple);
      const lists = await listWatchlists(folder);
      const nobody = { fullName, birthDate: null, countries: [], threshold: 0.88, lists };
      expect(createScreening()(nobody)).toBeNull();
    },
  );

  it('imports only the people of an OpenSanctions file', async () => {
    expect(await importText(openSanctions, 'opensanctions-csv')).toMatchObject({ entries: 1, skipped: 1 });
    expect((await search('Anna Eriksson'))[0]?.entry).toBe('Q1');
    expect(await search('Eriksson Trading')).toEqual([]);
  });

  it('skips entries by the schema column of an OpenSanctions file imported as simple CSV', async () => {
    expect(await importText(openSanctions)).toMatchObject({ entries: 1, skipped: 1 });
    expect(await search('Eriksson Trading')).toEqual([]);
    expect((await search('Anna Eriksson', { birthDate: '1974-08-12' }))[0]?.agreed).toContain('BIRTH_DATE');
    const bare = openSanctions.replace('"schema"', '"kind"');
    await expect(importText(bare, 'opensanctions-csv')).rejects.toThrow('no column "schema"');
  });

  it.each([
    [20, 2, 1, 1, 'It would have 2 people in place of 20.'],
    [20, 17, 1, 1, 'It would have 17 people in place of 20.'],
    [20, 18, 1, 1, null],
    [20, 30, 1, 1, null],
    [3, 1, 1, 1, null],
    [20, 20, 3, 1, 'It would have 20 names in place of 60.'],
    [20, 20, 3, 4, null],
  ])(
    'accepts a version only without an unusual loss: from %d to %d people, from %d to %d names each',
    async (before, after, namesBefore, namesAfter, refused) => {
      const listOf = (people: number, names: number) =>
        `id,name,aliases\n${Array.from({ length: people }, (_, index) => `${index},Person ${index},${Array.from({ length: names - 1 }, (_, alias) => `Alias ${alias} ${index}`).join(';')}`).join('\n')}\n`;
      await importText(listOf(before, namesBefore));
      const shrunk = listOf(after, namesAfter);
      if (refused === null) expect(await importText(shrunk)).toMatchObject({ entries: after });
      else {
        await expect(importText(shrunk)).rejects.toThrow(refused);
        expect(await listWatchlists(folder)).toMatchObject([{ entries: before }]);
        expect(readdirSync(folder)).toHaveLength(2);
        const about = { id: 'a-list', format: 'simple-csv', source: 'An example', importedAt: 1 } as const;
        expect(await importList(folder, Readable.from([shrunk]), about, { mayShrink: true })).toMatchObject({
          entries: after,
        });
      }
    },
  );

  it('imports the people of OFAC’s list from chunks of any size', async () => {
    const inPieces = Readable.from([...sdn.matchAll(/[\s\S]{1,7}/g)].map(([piece]) => piece));
    const about = { id: 'a-list', format: 'ofac-sdn-xml', source: 'An example', importedAt: 1 } as const;
    expect(await importList(folder, inPieces, about, { mayShrink: false })).toMatchObject({
      entries: 1,
      names: 2,
      skipped: 1,
    });
    const hits = await search('Anna Eriksson', { birthDate: '1974-08-12', countries: ['KP'] });
    expect(hits[0]).toMatchObject({ entry: '36', agreed: ['NAME', 'BIRTH_DATE', 'COUNTRY'] });
    expect((await search('Anna Maria Lindgren'))[0]?.entry).toBe('36');
    expect((await search('Anna Eriksson', { countries: ['FR'] }))[0]?.agreed).toEqual(['NAME']);
  });

  it('replaces the previous version atomically, and keeps it if the new file is invalid', async () => {
    await importText(simple);
    const screen = createScreening();
    const task = { fullName: 'Anna Eriksson', birthDate: null, countries: [], threshold: 0.88 };
    expect(screen({ ...task, lists: await listWatchlists(folder) })).toHaveLength(1);
    for (const odd of ['id,name\n', 'id,title\n1,x\n', 'id,name\n1,"open'])
      await expect(importText(odd)).rejects.toThrow();
    await expect(importText('no xml', 'ofac-sdn-xml')).rejects.toThrow();
    await expect(importText('<sdnList></sdnList>', 'ofac-sdn-xml')).rejects.toThrow();
    expect(await listWatchlists(folder)).toMatchObject([{ id: 'a-list', importedAt: 1000, names: 3 }]);
    // The new version is higher even if the clock stands still.
    await importText('id,name\n3,Jane Brown\n');
    const lists = await listWatchlists(folder);
    expect(lists).toMatchObject([{ names: 1 }]);
    expect(screen({ ...task, lists })).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('removes a list', async () => {
    expect(await removeWatchlist(folder, 'a-list')).toBe(false);
    await importText(simple);
    expect(await removeWatchlist(folder, 'a-list')).toBe(true);
    expect(await listWatchlists(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('lists nothing if there is no folder', async () => {
    expect(await listWatchlists(folder)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('dates in lists', () => {
  it.each([
    ['1948-12-07', ['1948-12-07']],
    ['1948', ['1948']],
    ['07 Dec 1948', ['1948-12-07']],
    ['Dec 1948', ['1948-12']],
    ['circa 1948', ['1948']],
    ['1948 to 1950', ['1948', '1949', '1950']],
    ['1900 to 1990', []],
    ['unknown', []],
    ['07 Xyz 1948', ['1948']],
  ])('reads “%s” as %j', (text, dates) => expect(readDates(text)).toEqual(dates));
});
