import type { LanguageStyle } from '../../language-style.ts';

/** How Chinese is written. */
export const style: LanguageStyle = {
  quotation: /“[^“”]+”/g,
  misplaced: /[\u4e00-\u9fff][,.?!:;]|[,?!;]/,
  unwanted: /本页面|你/u,
  cameras: {
    main: '后置相机',
    ultraWide: '后置超广角相机',
    telephoto: '后置长焦相机',
    infrared: '红外摄像头',
    depth: '后置深度相机',
  },
};
