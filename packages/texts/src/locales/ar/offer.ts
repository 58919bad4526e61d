import type { OfferMessages } from '../../messages.ts';

export const messages = {
  'hosted.offered': 'تابع في نافذة جديدة',
  'hosted.offeredText': 'يحتاج هذا التحقق إلى نافذة خاصة به. تنتظر هذه الصفحة حتى تنتهي هناك.',
  'hosted.open': 'فتح النافذة',
  'hosted.blocked': 'حظر المتصفح النافذة',
  'hosted.blockedText': 'اسمح لهذه الصفحة بفتح النوافذ، ثم اضغط على الزر مرة أخرى.',
  'hosted.failed': 'تعذر فتح النافذة',
  'hosted.failedText': 'تحقق من اتصالك، ثم اضغط على الزر مرة أخرى.',
  'hosted.opened': 'تابع في النافذة الأخرى',
  'hosted.openedText':
    'عندما تنتهي هناك، تتابع هذه الصفحة من تلقاء نفسها. إذا اختفت النافذة، فافتحها مرة أخرى.',
  'hosted.again': 'فتح النافذة مرة أخرى',
} as const satisfies OfferMessages<'zero' | 'one' | 'two' | 'few' | 'many' | 'other'>;
