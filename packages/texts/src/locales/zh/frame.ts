import type { FrameMessages } from '../../messages.ts';

/** The Chinese texts: simplified characters, “您”, full-width punctuation. */
export const messages = {
  'frame.label': '身份验证',
  'frame.back': '返回',
  'frame.close': '关闭',
  'frame.progress': '进度',
  'frame.progressValue': '已完成 {share}',

  'loading.title': '正在准备',

  'welcome.title': '验证您的身份',
  'welcome.lead': '{requester} 请您确认身份。',
  'welcome.leadUnnamed': '请您确认身份。',
  'welcome.document': '请准备好您的证件',
  'welcome.documentText': '请使用原件，复印件或翻拍照片无法核验。',
  'welcome.camera': '拍摄清晰的证件照片',
  'welcome.selfie': '拍摄几张面部照片',
  'welcome.files': '请准备好所需材料',
  'welcome.filesText': '下一步会告诉您需要什么。',
  'welcome.filesCamera': '拍照或选择文件',
  'welcome.cameraText': '需要时我们会请求使用相机，并为您提供指引。',
  'welcome.privacy': '您的信息受到保护',
  'welcome.privacyText': '传输和存储时均经过加密。',
  'welcome.begin': '开始',
  'welcome.resumedTitle': '欢迎回来',
  'welcome.resumedLead': '您可以从上次停下的地方继续。',
  'welcome.resume': '继续',

  'processing.title': '正在核验您的证件',
  'processing.lead': '我们会检查：',
  'processing.quality': '照片是否清晰完整？',
  'processing.lines': '印刷的各行信息是否一致？',
  'processing.valid': '证件是否仍然有效？',
  'processing.selfie': '正在核验您的照片',
  'processing.files': '正在核验您提交的内容',
  'processing.data': '正在核验您的信息',
  'processing.dataLead': '请稍候片刻。',
  'processing.long': '还需要一点时间。您可以等待或离开，结果不会丢失。',
  'processing.leave': '立即离开',

  'result.success': '您的身份已确认',
  'result.successText': '您已完成。要求验证的公司已收到结果。',
  'result.pending': '所需信息已齐全',
  'result.pendingText': '核验还需要一点时间。要求验证的公司会告知您结果。',
  'result.failed': '无法确认您的身份',
  'result.failedText': '要求验证的公司已收到结果，会告知您下一步该怎么做。',
  'result.unknown': '验证未能完成',
  'result.unknownText': '这不是您的问题。要求验证的公司可以重新发起验证。',
  'result.done': '完成',

  'problem.session-expired': '本次验证已超时',
  'problem.session-expiredText': '请点按“关闭”后重新开始。您发送的内容不会让其他人看到。',
  'problem.capture-unavailable': '相机功能未能加载',
  'problem.capture-unavailableText': '请检查网络连接，点按“关闭”，重新加载此页面后再次开始。',
  'problem.retry-limit': '您提交的内容无法使用',
  'problem.retry-limitText': '已没有剩余次数。请向要求验证的公司询问如何继续。',
  'problem.general': '我们这边出了问题',
  'problem.generalText': '请稍后重试。如再次发生，请凭下方代码寻求帮助。',
  'problem.taken-over': '您已在别处继续',
  'problem.taken-overText': '此验证已在其他窗口或设备上打开，请在那里继续。',
  'problem.code': '客服代码：{code}',
  'problem.tryAgain': '重试',
  'problem.close': '关闭',

  'quit.title': '要离开验证吗？',
  'quit.text': '您的身份尚未确认。在一段时间内，您可以回来继续。',
  'quit.stay': '留在此页',
  'quit.leave': '离开',
} as const satisfies FrameMessages<'other'>;

/** Loaders of the deferred parts. */
export const capture = () => import('./capture.ts');
export const selfie = () => import('./selfie.ts');
export const collect = () => import('./collect.ts');
export const form = () => import('./form.ts');
export const offer = () => import('./offer.ts');
export const handOff = () => import('./hand-off.ts');
