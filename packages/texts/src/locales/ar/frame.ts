import type { FrameMessages } from '../../messages.ts';

/**
 * The Arabic texts: standard Arabic as written by banks in the United Arab Emirates, Latin digits, quotes in CLDR's order
 * (”…“). In `capture.ts`, the signs “<<<” stand in a left-to-right isolate, because right-to-left text would mirror them
 * (Unicode UAX #9, mirrored characters).
 */
export const messages = {
  'frame.label': 'التحقق من الهوية',
  'frame.back': 'رجوع',
  'frame.close': 'إغلاق',
  'frame.progress': 'التقدم',
  'frame.progressValue': 'اكتمل {share}',

  'loading.title': 'جارٍ التحضير',

  'welcome.title': 'تحقق من هويتك',
  'welcome.lead': 'يرجى تأكيد هويتك بطلب من {requester}.',
  'welcome.leadUnnamed': 'يرجى تأكيد هويتك.',
  'welcome.document': 'جهّز وثيقتك',
  'welcome.documentText': 'الوثيقة الأصلية. لا يمكن التحقق من نسخة أو صورة عنها.',
  'welcome.camera': 'التقط صورة واضحة لها',
  'welcome.selfie': 'التقط بضع صور لوجهك',
  'welcome.files': 'جهّز ما تحتاج إليه',
  'welcome.filesText': 'سنخبرك به في الخطوة التالية.',
  'welcome.filesCamera': 'التقط صورة أو اختر ملفًا',
  'welcome.cameraText': 'سنطلب الكاميرا عند الحاجة إليها، وسنرشدك.',
  'welcome.privacy': 'بياناتك محمية',
  'welcome.privacyText': 'يتم تشفيرها عند الإرسال وعند التخزين.',
  'welcome.begin': 'ابدأ',
  'welcome.resumedTitle': 'مرحبًا بعودتك',
  'welcome.resumedLead': 'يمكنك المتابعة من حيث توقفت.',
  'welcome.resume': 'متابعة',

  'processing.title': 'جارٍ التحقق من وثيقتك',
  'processing.lead': 'هذا ما نتحقق منه:',
  'processing.quality': 'هل الصورة واضحة وكاملة؟',
  'processing.lines': 'هل تتطابق الأسطر المطبوعة؟',
  'processing.valid': 'هل ما زالت الوثيقة سارية؟',
  'processing.selfie': 'جارٍ التحقق من صورك',
  'processing.files': 'جارٍ التحقق مما أرسلته',
  'processing.data': 'جارٍ التحقق من بياناتك',
  'processing.dataLead': 'يستغرق هذا لحظات.',
  'processing.long': 'يستغرق هذا وقتًا أطول قليلًا. يمكنك الانتظار أو المغادرة: لن تضيع النتيجة.',
  'processing.leave': 'المغادرة الآن',

  'result.success': 'تم تأكيد هويتك',
  'result.successText': 'لقد انتهيت. وصلت نتيجتك إلى الشركة التي طلبت التحقق.',
  'result.pending': 'لدينا كل ما نحتاج إليه',
  'result.pendingText': 'يستغرق التحقق وقتًا أطول قليلًا. ستخبرك الشركة التي طلبته بالنتيجة.',
  'result.failed': 'تعذر تأكيد هويتك',
  'result.failedText': 'وصلت النتيجة إلى الشركة التي طلبت التحقق، ويمكنها إخبارك بالخطوة التالية.',
  'result.unknown': 'تعذر إكمال التحقق',
  'result.unknownText': 'لم يكن الخطأ منك. يمكن للشركة التي طلبت التحقق بدء عملية جديدة.',
  'result.done': 'تم',

  'problem.session-expired': 'انتهت مدة هذا التحقق',
  'problem.session-expiredText': 'اضغط على ”إغلاق“ وابدأ من جديد. لن يُعرض ما أرسلته على أي شخص آخر.',
  'problem.capture-unavailable': 'تعذر تحميل الكاميرا',
  'problem.capture-unavailableText':
    'تحقق من الاتصال، واضغط على ”إغلاق“، وأعد تحميل هذه الصفحة، وابدأ من جديد.',
  'problem.retry-limit': 'تعذر استخدام ما أرسلته',
  'problem.retry-limitText': 'لم تتبقَّ محاولات. اسأل الشركة التي طلبت التحقق عن كيفية المتابعة.',
  'problem.general': 'حدث خطأ من جانبنا',
  'problem.generalText': 'أعد المحاولة بعد قليل. إذا تكرر ذلك، فاطلب المساعدة بذكر الرمز أدناه.',
  'problem.taken-over': 'لقد تابعت في مكان آخر',
  'problem.taken-overText': 'هذا التحقق مفتوح في نافذة أخرى أو على جهاز آخر. تابع هناك.',
  'problem.code': 'رمز الدعم: {code}',
  'problem.tryAgain': 'إعادة المحاولة',
  'problem.close': 'إغلاق',

  'quit.title': 'هل تريد مغادرة التحقق؟',
  'quit.text': 'لم يتم تأكيد هويتك بعد. يمكنك العودة والمتابعة لفترة من الوقت.',
  'quit.stay': 'البقاء هنا',
  'quit.leave': 'مغادرة',
} as const satisfies FrameMessages<'zero' | 'one' | 'two' | 'few' | 'many' | 'other'>;

/** Loaders of the deferred parts. */
export const capture = () => import('./capture.ts');
export const selfie = () => import('./selfie.ts');
export const collect = () => import('./collect.ts');
export const form = () => import('./form.ts');
export const offer = () => import('./offer.ts');
export const handOff = () => import('./hand-off.ts');
