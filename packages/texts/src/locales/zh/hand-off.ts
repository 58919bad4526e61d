import type { HandOffMessages } from '../../messages.ts';

/** The Chinese texts of a hand-off to a phone. */
export const messages = {
  'handOff.offer': '改用您的手机',
  'handOff.offerOther': '使用另一部手机',
  'handOff.title': '请用手机继续',
  'handOff.lead': '请用手机相机扫描此二维码。',
  'handOff.code': '包含本次验证地址的二维码',
  'handOff.number': '您的手机会显示相同的数字：',
  'handOff.preparing': '正在准备二维码',
  'handOff.expired': '此二维码已失效。',
  'handOff.failed': '无法生成二维码，请重试。',
  'handOff.new': '显示新的二维码',
  'handOff.here': '改为在此继续',
  'handOff.phone': '验证正在您的手机上进行',
  'handOff.phoneText': '请保持此页面打开，结果会显示在这里。',
  'handOff.at.document': '当前：拍摄您的证件',
  'handOff.at.selfie': '当前：拍摄您的面部',
  'handOff.at.address': '当前：印有您地址的信函',
  'handOff.at.card': '当前：拍摄您的支付卡',
  'handOff.at.evidence': '当前：所要求的文件',
  'handOff.at.form': '当前：填写您的信息',
  'handOff.at.other': '当前：下一步',
  'handOff.at.checks': '当前：正在核验您的信息',
  'handOff.step': '第 {step} 步，共 {count} 步',
  'handOff.silent': '您的手机没有响应',
  'handOff.silentText': '请在手机上重新打开验证。您也可以在此继续，或使用新的二维码。',
} as const satisfies HandOffMessages<'other'>;
