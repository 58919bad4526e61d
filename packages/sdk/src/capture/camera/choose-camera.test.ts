import type { CameraNames, LanguageStyle } from '@vendor/texts/language-style';
import { languages } from '@vendor/texts/languages';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { betterCameras, insteadOf, isVirtual, nextCamera } from './choose-camera.ts';

const camera = (deviceId: string, label = '') => ({ deviceId, label });

/** A camera that reports its directions; none for an external camera. */
const reporting = (deviceId: string, label: string, ...facingMode: string[]) => ({
  ...camera(deviceId, label),
  getCapabilities: () => ({ facingMode }),
});

const [back, front, infrared] = [
  camera('b', 'Back'),
  camera('f', 'Front'),
  camera('i', 'Integrated IR Camera'),
];

test('offers the cameras in turn', () => {
  expect(nextCamera([back, front], 'b', 'environment')).toBe(front);
  expect(nextCamera([back, front], 'f', 'environment')).toBe(back);
});

test('finds no other camera if there is only one', () => {
  expect(nextCamera([back], 'b', 'environment')).toBeNull();
  expect(nextCamera([], 'b', 'environment')).toBeNull();
  expect(nextCamera([back], null, 'environment')).toBeNull();
});

test('leaves infrared cameras out unless there are no others', () => {
  expect(nextCamera([back, infrared], 'b', 'environment')).toBeNull();
  expect(nextCamera([infrared, back], 'i', 'environment')).toBe(back);
  const depth = camera('d', 'Depth Camera');
  expect(nextCamera([infrared, depth], 'i', 'environment')).toBe(depth);
});

describe('the next camera for a selfie', () => {
  const webcam = camera('w', 'HD Webcam');

  test('skips rear cameras for a selfie', () => {
    const backs = [camera('0', 'camera2 0, facing back'), camera('2', 'camera2 2, facing back')];
    const fronts = [camera('1', 'camera2 1, facing front'), camera('3', 'camera2 3, facing front')];
    expect(nextCamera([backs[0]!, fronts[0]!, backs[1]!], '1', 'user')).toBeNull();
    expect(nextCamera([...backs, ...fronts], '1', 'user')).toBe(fronts[1]);
    expect(nextCamera([...backs, ...fronts], '3', 'user')).toBe(fronts[0]);
    expect(nextCamera(backs, '0', 'user')).toBeNull();
    expect(nextCamera([back, front], 'b', 'user')).toBe(front);
    expect(nextCamera([back, front], 'f', 'user')).toBeNull();
  });

  test('offers cameras of unknown direction for a selfie, but no infrared ones', () => {
    const builtIn = camera('f', 'FaceTime HD Camera');
    expect(nextCamera([builtIn, infrared, webcam], 'f', 'user')).toBe(webcam);
    expect(nextCamera([builtIn, infrared, webcam], 'w', 'user')).toBe(builtIn);
    expect(nextCamera([infrared, webcam], 'w', 'user')).toBeNull();
  });
});

/** Labels of phones in languages that the flow does not have. */
const foreign = [
  ['Russian', 'Фронтальная камера', 'Задняя камера'],
  ['Polish', 'Kamera przednia', 'Kamera tylna'],
  ['Korean', '전면 카메라', '후면 카메라'],
  ['Danish', 'Frontkamera', 'Bagsidekamera'],
  ['Turkish', 'Ön Kamera', 'Arka Kamera'],
  ['Thai', 'กล้องหน้า', 'กล้องหลัง'],
  ['Hebrew', 'מצלמה קדמית', 'מצלמה אחורית'],
] as const;

describe.each(foreign)('labels in %s', (_, front, back) => {
  beforeEach(() => void vi.stubGlobal('orientation', 0));
  afterEach(() => void vi.unstubAllGlobals());
  const [atFront, atBack, wide] = [camera('f', front), camera('b', back), camera('w', `${back} 2`)];
  const phone = [atFront, atBack, wide];

  test('neither offers nor opens a camera for a selfie that may be at the back', () => {
    expect(nextCamera(phone, 'f', 'user', 'user')).toBeNull();
    expect(insteadOf(phone, 'f', 'user', 'user')).toBeNull();
    expect(betterCameras(phone, { ...atFront, facingMode: 'user' }, 'user')).toEqual([]);
    expect(betterCameras([atBack, wide], { ...infrared, facingMode: 'user' }, 'user')).toEqual([]);
  });

  test('opens no other camera instead of a covered rear camera, but offers one', () => {
    expect(insteadOf(phone, 'b', 'environment', 'environment')).toBeNull();
    expect(betterCameras(phone, { ...atBack, facingMode: 'environment' }, 'environment')).toEqual([]);
    expect(nextCamera(phone, 'b', 'environment', 'environment')).toBe(wide);
  });

  test('trusts the direction that a browser reports for each camera', () => {
    const [one, other, behind] = [
      reporting('f', front, 'user'),
      reporting('g', `${front} 2`, 'user'),
      reporting('b', back, 'environment'),
    ];
    expect(nextCamera([one, behind, other], 'f', 'user', 'user')).toBe(other);
    expect(nextCamera([one, behind], 'f', 'user')).toBeNull();
    expect(insteadOf([one, behind], 'f', 'user')).toBeNull();
    expect(insteadOf([one, behind], 'b', 'environment')).toBeNull();
    expect(betterCameras([one, behind, other], behind, 'user')).toEqual([one, other]);
  });
});

test.each([
  ['returns undefined', () => undefined as never],
  ['lacks a facing mode', () => ({})],
  [
    'throws',
    () => {
      throw new TypeError('Illegal invocation');
    },
  ],
])('falls back to the name of a camera if `getCapabilities` %s', (_, getCapabilities) => {
  const behind = { ...back, getCapabilities };
  expect(nextCamera([front, behind], 'f', 'user')).toBeNull();
  expect(nextCamera([behind, { ...front, getCapabilities }], 'b', 'user')).toMatchObject(front);
});

test('prefers the reported direction of a camera to its name', () => {
  const named = reporting('n', 'Frontier HD', 'environment');
  const lit = reporting('l', 'Backlit HD', 'user');
  expect(nextCamera([front, named], 'f', 'user')).toBeNull();
  expect(nextCamera([front, lit], 'f', 'user')).toBe(lit);
});

test('recognizes "posterior" as the name of a rear camera', () => {
  const cameras = [camera('f', 'Câmara frontal'), camera('b', 'Câmara posterior')];
  expect(nextCamera(cameras, 'f', 'user')).toBeNull();
});

describe('a camera of unknown direction beside a front camera', () => {
  afterEach(() => vi.unstubAllGlobals());
  const [builtIn, webcam] = [camera('f', 'FaceTime HD Camera'), camera('w', 'Studio 4')];

  test('offers and opens a camera of unknown direction on a computer', () => {
    expect(nextCamera([builtIn, webcam], 'f', 'user', 'user')).toBe(webcam);
    expect(insteadOf([builtIn, webcam], 'f', 'user', 'user')).toBe(webcam);
  });

  test('offers and opens a camera of unknown direction on a computer with a touch screen', () => {
    vi.stubGlobal('navigator', { maxTouchPoints: 10 });
    const surface = camera('s', 'Surface Camera Front');
    expect(nextCamera([surface, webcam], 's', 'user', 'user')).toBe(webcam);
    expect(insteadOf([surface, webcam], 's', 'user', 'user')).toBe(webcam);
  });

  test('ignores a camera of unknown direction on a handheld device', () => {
    vi.stubGlobal('orientation', 90);
    expect(nextCamera([builtIn, webcam], 'f', 'user', 'user')).toBeNull();
    expect(insteadOf([builtIn, webcam], 'f', 'user', 'user')).toBeNull();
  });

  test('offers and opens an external camera on a handheld device', () => {
    vi.stubGlobal('orientation', 0);
    const plugged = reporting('w', 'Studio 4');
    expect(nextCamera([builtIn, plugged], 'f', 'user', 'user')).toBe(plugged);
    expect(insteadOf([builtIn, plugged], 'f', 'user', 'user')).toBe(plugged);
  });
});

test('does not take every label with the letters "ir" for an infrared camera', () => {
  const cameras = [camera('1', 'FIREFLY HD'), camera('2', 'iris'), camera('3', 'HD')];
  expect(nextCamera(cameras, '3', 'environment')).toBe(cameras[0]);
  expect(nextCamera(cameras, '1', 'environment')).toBe(cameras[1]);
});

test.each([
  'OBS Virtual Camera',
  'OBS-Camera',
  'ManyCam Virtual Webcam',
  'Snap Camera',
  'XSplit VCam',
  'Virtuelle Kamera',
  '虚拟摄像头',
  'Dummy video device (0x0000)',
])('recognizes %s as a virtual camera', (label) => {
  expect(isVirtual({ label })).toBe(true);
});

test.each([
  '',
  'FaceTime HD Camera',
  'camera2 0, facing back',
  'Jobst Camcorder',
  'Integrated Camera (04f2:b6d9)',
])('does not take "%s" for a virtual camera', (label) => {
  expect(isVirtual({ label })).toBe(false);
});

/** Labels in the languages of the flow, and in those that share their script. */
const namesByLanguage: readonly ({ readonly language: string } & CameraNames)[] = [
  ...(await Promise.all(
    languages.map(async (language) => {
      const { style }: { style: LanguageStyle } = await import(
        `../../../../texts/src/locales/${language}/style.ts`
      );
      return { language, ...style.cameras };
    }),
  )),
  {
    language: 'Chinese, traditional',
    main: '後置鏡頭',
    ultraWide: '後置超廣角鏡頭',
    telephoto: '後置望遠鏡頭',
    infrared: '紅外線攝影機',
    depth: '前置原深感鏡頭',
  },
  {
    language: 'Japanese',
    main: '背面カメラ',
    ultraWide: '背面超広角カメラ',
    telephoto: '背面望遠カメラ',
    infrared: '赤外線カメラ',
    depth: '背面深度カメラ',
  },
];

describe.each(namesByLanguage)('labels in $language', ({ language: _, main, ...others }) => {
  const doubtful = camera('doubtful', 'OBS Virtual Camera');
  const labelsFor = (...labels: string[]) =>
    betterCameras(
      labels.map((label) => camera(label, label)),
      doubtful,
      'environment',
    ).map(({ label }) => label);

  test('chooses the main lens among all', () => {
    expect(labelsFor(...Object.values(others), main)).toEqual([main]);
  });

  test('offers no infrared or depth camera', () => {
    const { infrared, depth } = others;
    const labels = [main, infrared, depth].map((label) => camera(label, label));
    expect(nextCamera(labels, main, 'environment')).toBeNull();
  });

  test('prefers the main lens to a camera of unknown direction', () => {
    expect(labelsFor('HD', main)).toEqual([main, 'HD']);
  });
});

test.each([
  'Logitech Ultra HD Webcam',
  'BRIO 4K Ultra',
  'Dell UltraSharp Webcam',
  'Back Dual Wide Camera',
  'Back Triple Camera',
  'Duale Weitwinkelkamera (Rückseite)',
  'Caméra double grand angle arrière',
  'Caméra du téléphone',
  'Telefonkamera',
  '后置双广角相机',
])('does not take "%s" for an unsuitable camera', (label) => {
  const one = camera('1', label);
  expect(betterCameras([one], camera('d', 'OBS Virtual Camera'), 'environment')).toEqual([one]);
});

describe('the replacement of a camera that has shown nothing', () => {
  const [builtIn, webcam, other] = [
    camera('f', 'FaceTime HD Camera'),
    camera('w', 'HD Webcam'),
    camera('o', 'Document Camera'),
  ];

  test('replaces a webcam by the next one, in turn', () => {
    const cameras = [builtIn, infrared, webcam, camera('v', 'OBS Virtual Camera'), other];
    expect(insteadOf(cameras, 'f', 'user')).toBe(webcam);
    expect(insteadOf(cameras, 'w', 'user')).toBe(other);
    expect(insteadOf(cameras, 'o', 'user')).toBe(builtIn);
    expect(insteadOf([webcam, infrared], 'w', 'user')).toBeNull();
  });

  test("does not replace a phone's camera, whose other lenses are worse or face the other way", () => {
    const phone = [
      camera('0', 'camera2 0, facing back'),
      camera('1', 'camera2 1, facing front'),
      camera('2', 'camera2 2, facing back'),
    ];
    expect(insteadOf(phone, '0', 'environment', 'environment')).toBeNull();
    expect(insteadOf(phone, '1', 'user')).toBeNull();
    expect(insteadOf([builtIn, webcam], 'f', 'environment')).toBe(webcam);
  });
});

describe('alternatives to a doubtful camera', () => {
  const ids = (cameras: readonly { deviceId: string }[]) => cameras.map(({ deviceId }) => deviceId);
  const phone = [
    camera('0', 'camera2 0, facing back'),
    camera('1', 'camera2 1, facing front'),
    camera('2', 'camera2 2, facing back'),
    camera('3', 'camera2 3, facing front'),
  ];

  test('tries cameras that face the same way, never those that face the other way', () => {
    expect(ids(betterCameras(phone, phone[2]!, 'environment'))).toEqual(['0']);
    expect(ids(betterCameras(phone, phone[3]!, 'user'))).toEqual(['1']);
  });

  test('tries no extreme lenses, infrared or virtual cameras', () => {
    const cameras = [
      camera('u', 'Back Ultra Wide Camera'),
      camera('t', 'Back Telephoto Camera'),
      camera('w', 'Back Camera'),
      camera('d', 'Back Dual Wide Camera'),
      camera('i', 'Integrated IR Camera'),
      camera('o', 'OBS Virtual Camera'),
      camera('f', 'Front Camera'),
    ];
    expect(ids(betterCameras(cameras, cameras[0]!, 'environment'))).toEqual(['w', 'd']);
    expect(betterCameras([cameras[0]!, cameras[5]!], cameras[0]!, 'environment')).toEqual([]);
  });

  test('tries the main lens of a phone with many lenses, in any order of the list', () => {
    const many = [4, 2, 3, 10, 0].map((id) => camera(`${id}`, `camera2 ${id}, facing back`));
    expect(ids(betterCameras(many, many[2]!, 'environment'))).toEqual(['0', '2']);
  });

  test('prefers a camera with a named direction', () => {
    const cameras = [camera('a', 'HD Webcam'), camera('b', 'Rückseitige Kamera'), camera('u', 'Ultra Wide')];
    expect(ids(betterCameras(cameras, cameras[2]!, 'environment'))).toEqual(['b', 'a']);
  });

  test('prefers any other camera to an infrared one', () => {
    expect(ids(betterCameras([infrared, front], infrared, 'environment'))).toEqual(['f']);
  });
});
