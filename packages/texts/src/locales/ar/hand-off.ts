import type { HandOffMessages } from '../../messages.ts';

/** The Arabic texts of a hand-off to a phone. */
export const messages = {
  'handOff.offer': 'استخدام هاتفك بدلًا من ذلك',
  'handOff.offerOther': 'استخدام هاتف آخر',
  'handOff.title': 'تابع باستخدام هاتفك',
  'handOff.lead': 'وجّه كاميرا هاتفك نحو هذا الرمز.',
  'handOff.code': 'رمز QR يحمل عنوان هذا التحقق',
  'handOff.number': 'يعرض هاتفك الرقم نفسه:',
  'handOff.preparing': 'جارٍ إعداد الرمز',
  'handOff.expired': 'لم يعد هذا الرمز صالحًا.',
  'handOff.failed': 'تعذر إنشاء الرمز. يرجى المحاولة مرة أخرى.',
  'handOff.new': 'إظهار رمز جديد',
  'handOff.here': 'المتابعة هنا بدلًا من ذلك',
  'handOff.phone': 'يستمر التحقق على هاتفك',
  'handOff.phoneText': 'اترك هذه الصفحة مفتوحة. ستظهر النتيجة هنا.',
  'handOff.at.document': 'الآن: صور وثيقتك',
  'handOff.at.selfie': 'الآن: صور وجهك',
  'handOff.at.address': 'الآن: رسالة تحمل عنوانك',
  'handOff.at.card': 'الآن: صور بطاقة الدفع',
  'handOff.at.evidence': 'الآن: الملفات المطلوبة',
  'handOff.at.form': 'الآن: أسئلة عنك',
  'handOff.at.other': 'الآن: الخطوة التالية',
  'handOff.at.checks': 'الآن: يجري التحقق من بياناتك',
  'handOff.step': 'الخطوة {step} من {count}',
  'handOff.silent': 'هاتفك لا يستجيب',
  'handOff.silentText': 'افتح التحقق على هاتفك مرة أخرى. أو تابع هنا أو برمز جديد.',
} as const satisfies HandOffMessages<'zero' | 'one' | 'two' | 'few' | 'many' | 'other'>;
