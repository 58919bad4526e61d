import type { HostedTexts } from '../../hosted.ts';

/** The Chinese texts of the service's own pages. */
export const hosted: HostedTexts = {
  window: {
    title: '身份验证',
    starting: '请稍候…',
    slow: '所需时间比平时长。如果没有反应，请重新加载此窗口。',
    withoutScript: {
      title: 'JavaScript 已关闭',
      text: '身份验证需要 JavaScript 才能使用相机。请您在浏览器设置中将其开启，然后重新加载此窗口。',
    },
    invalid: { title: '此窗口已失效', text: '请您返回打开此窗口的页面，在那里重新开始验证。' },
    elsewhere: { title: '您已在别处继续', text: '验证正在另一个窗口中进行。您可以关闭此窗口。' },
    over: { title: '您可以关闭此窗口', text: '如需继续，请返回打开此窗口的页面。' },
    failed: { title: '无法打开验证', text: '请您检查网络连接，然后重试。', again: '重试' },
  },
  link: {
    invalid: {
      title: '此链接无法打开',
      text: '链接可能不完整。请您从收到的消息中重新打开，或向发送者索取新的链接。',
    },
    expired: { title: '此链接已过期', text: '无法再通过此链接继续验证。请您向发送者索取新的链接。' },
    finished: { title: '此验证已完成', text: '您在此无需再做任何操作，可以关闭此页面。' },
    elsewhere: { title: '您已离开验证', text: '如需从停下的地方继续，请您重新打开收到的链接。' },
    over: { title: '您可以关闭此页面', text: '您在此无需再做任何操作。' },
    app: { title: '返回应用', text: '如果应用没有自动打开，请您在此打开。', open: '打开应用' },
  },
  phone: {
    pairing: {
      title: '在此手机上继续',
      requester: '{requester} 的身份验证',
      text: '您的电脑上显示一个数字，是这个吗？',
      confirm: '是，在此继续',
      otherwise: '如果数字不同，或者这不是您发起的，请您关闭此页面。',
    },
    invalid: { title: '此链接已失效', text: '链接只能使用一次，十分钟内有效。请您在电脑上获取新的二维码。' },
    elsewhere: {
      title: '验证不在此手机上进行',
      text: '验证正在别处继续，或已在电脑上结束。您可以关闭此页面。',
    },
    over: { title: '此处无需再做任何操作', text: '您可以关闭此页面，在电脑上继续。' },
  },
};
