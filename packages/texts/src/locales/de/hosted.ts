import type { HostedTexts } from '../../hosted.ts';

/** The German texts of the service's own pages. */
export const hosted: HostedTexts = {
  window: {
    title: 'Identitätsprüfung',
    starting: 'Einen Moment …',
    slow: 'Das dauert länger als sonst. Wenn nichts geschieht, laden Sie dieses Fenster neu.',
    withoutScript: {
      title: 'JavaScript ist ausgeschaltet',
      text: 'Die Identitätsprüfung braucht JavaScript für die Kamera. Schalten Sie es in den Einstellungen Ihres Browsers ein und laden Sie dieses Fenster neu.',
    },
    invalid: {
      title: 'Dieses Fenster ist nicht mehr gültig',
      text: 'Gehen Sie zurück zu der Seite, die es geöffnet hat, und starten Sie die Prüfung dort erneut.',
    },
    elsewhere: {
      title: 'Sie haben anderswo weitergemacht',
      text: 'Die Prüfung läuft in einem anderen Fenster weiter. Dieses können Sie schließen.',
    },
    over: {
      title: 'Sie können dieses Fenster schließen',
      text: 'Um fortzufahren, kehren Sie zu der Seite zurück, die es geöffnet hat.',
    },
    failed: {
      title: 'Die Prüfung ließ sich nicht öffnen',
      text: 'Prüfen Sie Ihre Internetverbindung und versuchen Sie es dann erneut.',
      again: 'Erneut versuchen',
    },
  },
  link: {
    invalid: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Vielleicht fehlt ein Teil davon. Öffnen Sie ihn erneut aus der Nachricht, mit der er kam, oder bitten Sie die Stelle, die ihn gesandt hat, um einen neuen.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Mit ihm lässt sich die Prüfung nicht fortsetzen. Bitten Sie die Stelle, die ihn gesandt hat, um einen neuen.',
    },
    finished: {
      title: 'Diese Prüfung ist abgeschlossen',
      text: 'Hier ist für Sie nichts mehr zu tun. Sie können diese Seite schließen.',
    },
    elsewhere: {
      title: 'Sie haben die Prüfung verlassen',
      text: 'Um dort fortzufahren, wo Sie aufgehört haben, öffnen Sie den Link, den Sie erhalten haben, erneut.',
    },
    over: { title: 'Sie können diese Seite schließen', text: 'Hier ist für Sie nichts mehr zu tun.' },
    app: {
      title: 'Zurück zur App',
      text: 'Wenn sich die App nicht von selbst geöffnet hat, öffnen Sie sie hier.',
      open: 'App öffnen',
    },
  },
  phone: {
    pairing: {
      title: 'Mit diesem Telefon fortfahren',
      requester: 'Identitätsprüfung für {requester}',
      text: 'Ihr Computer zeigt eine Zahl. Ist es diese?',
      confirm: 'Ja, hier fortfahren',
      otherwise: 'Zeigt er eine andere oder haben Sie das nicht angefordert, schließen Sie diese Seite.',
    },
    invalid: {
      title: 'Dieser Link ist nicht mehr gültig',
      text: 'Er gilt einmal und zehn Minuten lang. Lassen Sie Ihren Computer einen neuen Code zeigen.',
    },
    elsewhere: {
      title: 'Die Prüfung läuft nicht auf diesem Telefon',
      text: 'Sie geht anderswo weiter oder wurde am Computer beendet. Sie können diese Seite schließen.',
    },
    over: {
      title: 'Hier ist nichts mehr zu tun',
      text: 'Sie können diese Seite schließen und am Computer weitermachen.',
    },
  },
};
