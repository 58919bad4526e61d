import type { OfferMessages } from '../../messages.ts';

export const messages = {
  'hosted.offered': '请在新窗口中继续',
  'hosted.offeredText': '此项验证需要单独的窗口。您在那里完成之前，此页面会一直等待。',
  'hosted.open': '打开窗口',
  'hosted.blocked': '浏览器阻止了该窗口',
  'hosted.blockedText': '请允许此页面打开窗口，然后再按一次按钮。',
  'hosted.failed': '无法打开窗口',
  'hosted.failedText': '请检查网络连接，然后再按一次按钮。',
  'hosted.opened': '请在另一个窗口中继续',
  'hosted.openedText': '您在那里完成后，此页面会自动继续。如果窗口不见了，请重新打开。',
  'hosted.again': '重新打开窗口',
} as const satisfies OfferMessages<'other'>;
